// parameters of an implementation of one name
// error: variable `x` is declared twice
procedure p(x: int, y: int);
implementation p(x: int, x: int) { }
