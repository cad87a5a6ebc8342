// a let with more variables than values
// error: 2 on the left of `:=`, but 1 on its right
axiom (var x, y := 3; true);
