// equivalence with a number
// error: `<==>` does not take operands of types bool and int
axiom true <==> 3;
