// two parameters of one name
// error: variable `x` is declared twice
procedure p(x: int, x: int);
