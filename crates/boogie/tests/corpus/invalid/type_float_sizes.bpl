// floating-point numbers of two sizes
// error: `==` does not take operands of types float24e8 and float53e11
axiom 0x1.0e0f24e8 == 0x1.0e0f53e11;
