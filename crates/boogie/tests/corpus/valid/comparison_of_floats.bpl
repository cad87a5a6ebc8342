// arithmetic on floating-point types of one size
axiom 0x1.0e0f24e8 + 0x1.0e0f24e8 >= 0x1.0e0f24e8 * 0x1.0e0f24e8;
axiom 0x1.0e0f24e8 / 0x1.0e0f24e8 == 0x1.0e0f24e8;
