// two constructors of one name
// error: function `A` is declared twice
datatype T { A(), A(x: int) }
