// minus of a condition
// error: `-` needs int or real, not bool
axiom -true;
