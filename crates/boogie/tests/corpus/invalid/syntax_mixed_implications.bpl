// implications of two directions
// error: `==>` and `<==` need parentheses to be mixed
axiom true ==> true <== true;
