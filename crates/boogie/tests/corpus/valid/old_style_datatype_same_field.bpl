// two constructors with a field of one name and two types
type {:datatype} T;
function {:constructor} A(x: int): T;
function {:constructor} B(x: bool): T;
axiom x#A(A(3)) == 3 && x#B(B(true));
