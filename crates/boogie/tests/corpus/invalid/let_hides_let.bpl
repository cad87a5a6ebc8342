// an inner let may not reuse the name of an outer one
// error: variable `x` is declared twice
axiom (var x := 3; (var x := true; x));
