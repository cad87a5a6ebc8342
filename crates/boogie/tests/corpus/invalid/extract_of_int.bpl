// bits of a number
// error: bits up to 1 need a bit-vector of at least 1 bits, not int
axiom (var x := 3; x[1:0] == 1bv1);
