// bound variables may hide globals and constants
const x: int;
var g: int;
axiom (forall x: bool, g: bool :: x || g ==> g || x);
