// two variables of one name in a let
// error: variable `x` is declared twice
axiom (var x, x := 3, 4; true);
