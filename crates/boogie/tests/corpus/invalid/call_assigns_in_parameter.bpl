// a call's result into an in-parameter
// error: `x` is an in-parameter and cannot be assigned
procedure q() returns (r: int);
procedure p(x: int) { call x := q(); }
