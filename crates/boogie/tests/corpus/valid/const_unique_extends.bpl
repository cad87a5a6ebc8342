// the order of constants
const unique top: int;
const unique left: int extends top;
const right: int extends unique top complete;
const bottom: int extends left, unique right;
const lone: int extends;
const leaf: int extends complete;
axiom bottom <: top;
