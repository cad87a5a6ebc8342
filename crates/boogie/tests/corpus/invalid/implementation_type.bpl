// a parameter of another type than in the procedure
// error: `x` is of type bool here, but of type int in the procedure
procedure p(x: int);
implementation p(x: bool) { }
