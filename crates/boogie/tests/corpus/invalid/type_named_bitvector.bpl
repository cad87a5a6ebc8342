// bit-vector types cannot be declared
// error: `bv32` is a bit-vector type
type bv32;
