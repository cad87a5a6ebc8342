// comparisons are no patterns
// error: comparisons are not allowed in triggers
function f(int): bool;
axiom (forall x: int :: { x < 3 } f(x));
