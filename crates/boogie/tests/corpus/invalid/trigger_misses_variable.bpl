// a trigger without one of the variables
// error: the trigger must mention all bound variables, but `y` is missing
function f(int): bool;
axiom (forall x, y: int :: { f(x) } f(x) || f(y));
