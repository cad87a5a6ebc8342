// div is for int
// error: `div` does not take operands of types real and real
axiom 5.0 div 2.0 == 1.0;
