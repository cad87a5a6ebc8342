// implications of two directions, the other way
// error: `<==` and `==>` need parentheses to be mixed
axiom true <== true ==> true;
