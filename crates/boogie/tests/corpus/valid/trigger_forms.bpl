// terms that may be triggers
function f(int): int;
axiom (forall x: int :: { f(x + 1) } f(x) > 0);
axiom (forall x: int :: { x + x } f(x) > 0);
axiom (forall m: [int]int, i: int :: { m[i] } m[i] == 0 ==> m[i] >= 0);
axiom (forall m: [int]int, i: int :: { m[i := 3] } m[i := 3][i] == 3);
axiom (forall b: bv8 :: { b[4:0] } b[4:0] ++ b[8:4] == b);
axiom (forall x: int :: { f(x), 3 } f(x) == 3);
