// axioms that belong to a function or constant
function f(x: int): int uses { axiom (forall x: int :: { f(x) } f(x) > x); }
const c: int uses { axiom c > 3; }
function g(x: int): int { x } uses { axiom g(3) == 3; hideable axiom g(4) == 4; }
revealed function h(x: int): int { x }
