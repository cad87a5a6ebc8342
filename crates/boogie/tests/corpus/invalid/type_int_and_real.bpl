// int and real do not mix
// error: `==` does not take operands of types int and real
axiom 3 == 3.0;
