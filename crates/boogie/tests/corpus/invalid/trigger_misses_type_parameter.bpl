// a trigger without a type parameter
// error: the trigger does not mention type parameter `a`
function f<a>(a): bool;
axiom (forall <a> x: int :: { f(x) } f(x));
