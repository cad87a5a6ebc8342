// equalities are no patterns
// error: equalities are not allowed in triggers
function f(int): bool;
axiom (forall x: int :: { f(x) == f(x) } f(x));
