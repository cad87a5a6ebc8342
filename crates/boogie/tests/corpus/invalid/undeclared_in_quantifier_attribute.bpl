// attributes of quantifiers are resolved too
// error: there is no variable or constant `zzz`
axiom (forall x: int :: {:foo zzz} true);
