// a test for a constructor of another type
// error: T has no constructor `B`
datatype T { A(x: int) }
axiom A(3) is B;
