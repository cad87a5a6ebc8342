// conjunctions are no patterns
// error: boolean operators are not allowed in triggers
function f(int): bool;
axiom (forall x: int :: { f(x) && f(x) } f(x));
