// bit-vector types have no arguments
// error: type `bv32` takes 0 arguments, 1 given
var x: bv32 int;
