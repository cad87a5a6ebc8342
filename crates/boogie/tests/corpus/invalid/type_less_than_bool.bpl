// conditions have no order
// error: `<` does not take operands of types bool and bool
axiom true < false;
