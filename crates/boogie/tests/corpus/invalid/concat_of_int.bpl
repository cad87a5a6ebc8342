// concatenation of a number
// error: `++` does not take operands of types int and bv1
axiom 3 ++ 1bv1 == 1bv2;
