// an in- and an out-parameter of one name
// error: variable `x` is declared twice
procedure p(x: int) returns (x: int);
