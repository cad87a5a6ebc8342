// a number plus a condition
// error: `+` does not take operands of types int and bool
axiom 3 + true == 3;
