// bits in the wrong order
// error: bits 4:5 run backwards
axiom 1bv8[4:5] == 1bv1;
