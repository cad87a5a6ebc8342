// two bound variables of one name
// error: variable `x` is declared twice
axiom (forall x, x: int :: true);
