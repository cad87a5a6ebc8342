// the values of a let do not see its variables
// error: there is no variable or constant `x`
axiom (var x, y := 3, x; true);
