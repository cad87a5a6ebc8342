// minus of a floating-point number
// error: `-` needs int or real, not float24e8
axiom -(0x1.0e0f24e8) == 0x1.0e0f24e8;
