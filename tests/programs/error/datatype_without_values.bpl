// verdict: error: has no values
// A value of `T` would need a value of `T` first: solvers refuse such sorts.
datatype T { A(x: T) }
procedure main(t: T) { assert t is A; }
