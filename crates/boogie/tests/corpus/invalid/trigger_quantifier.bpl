// quantifiers are no patterns
// error: quantifiers and lambdas are not allowed in triggers
function f(int): bool;
axiom (forall x: int :: { (forall y: int :: f(y)) } f(x));
