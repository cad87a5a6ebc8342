// an inner binder may not reuse the name of an outer one
// error: variable `x` is declared twice
axiom (forall x: int :: (exists x: int :: x > 0));
