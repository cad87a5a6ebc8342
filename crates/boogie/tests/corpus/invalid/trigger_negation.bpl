// negations are no patterns
// error: boolean operators are not allowed in triggers
function f(bool): bool;
axiom (forall x: bool :: { f(!x) } f(x));
