// power is for real
// error: `**` does not take operands of types int and int
axiom 2 ** 3 == 8;
