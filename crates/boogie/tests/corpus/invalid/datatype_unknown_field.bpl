// a field that no constructor has
// error: T has no field `y`
datatype T { A(x: int) }
axiom A(3)->y == 3;
