// the body of a quantifier is a condition
// error: the body of a quantifier must be of type bool, not int
axiom (forall x: int :: x);
