// bit-vectors have no operators
// error: `+` does not take operands of types bv3 and bv3
axiom 1bv3 + 1bv3 == 2bv3;
