// numbers and conditions are not comparable
// error: `==` does not take operands of types int and bool
axiom 3 == true;
