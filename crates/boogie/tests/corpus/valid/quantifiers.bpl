// nested, with several variables, attributes and triggers
function f(int): int;
function g(int, int): bool;
axiom (forall x: int :: { f(x) } f(x) > x);
axiom (forall x, y: int :: { g(x, y) } { f(x), f(y) } g(x, y) ==> g(y, x));
axiom (exists x: int :: (forall y: int :: g(x, y)));
axiom (forall x: int :: {:weight 3} {:qid "q"} { f(x) } f(x) > 0);
axiom (forall x: int :: {:nopats f(x)} f(x) > 1);
axiom (forall x: int, b: bool, m: [int]bool :: b ==> m[x]);
