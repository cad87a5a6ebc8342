// a bound variable without type
// error: expected `:`, found `::`
axiom (forall x :: true);
