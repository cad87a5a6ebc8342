// a quantifier over nothing
// error: expected a name, found `::`
axiom (forall :: true);
