// a variable is no pattern
// error: a trigger must be more than the variable `x` alone
axiom (forall x: int :: { x } x == 3);
