// bit-vectors of two widths
// error: `==` does not take operands of types bv3 and bv4
axiom 1bv3 == 1bv4;
