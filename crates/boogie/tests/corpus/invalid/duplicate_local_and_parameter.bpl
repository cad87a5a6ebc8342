// a local of a parameter's name
// error: variable `x` is declared twice
procedure p(x: int) { var x: int; }
