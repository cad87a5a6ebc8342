// an axiom that is no condition
// error: an axiom must be of type bool, not int
axiom 3;
