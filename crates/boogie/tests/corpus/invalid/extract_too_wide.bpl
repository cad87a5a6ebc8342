// more bits than there are
// error: bits up to 9 need a bit-vector of at least 9 bits, not bv8
axiom 1bv8[9:0] == 1bv9;
