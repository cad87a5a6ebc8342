// one field with two types
// error: field `x` has two types in this datatype
datatype T { A(x: int), B(x: bool) }
