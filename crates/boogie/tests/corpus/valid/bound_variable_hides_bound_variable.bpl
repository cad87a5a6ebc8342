// an inner binder may reuse the name of an outer one
axiom (forall x: int :: (exists x: int :: x > 0));
