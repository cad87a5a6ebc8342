// types, variables and functions have name spaces of their own
type x;
var x: x;
function x(y: x): x;
axiom (forall y: x :: x(y) == y);
