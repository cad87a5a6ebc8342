// a constant is no pattern
// error: a trigger must be more than the variable `c` alone
function f(int): bool;
const c: int;
axiom (forall x: int :: { f(x), c } f(x));
