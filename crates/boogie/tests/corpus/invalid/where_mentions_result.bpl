// a where clause of an in-parameter about an out-parameter
// error: there is no variable or constant `y`
procedure p(x: int where y > 0) returns (y: int);
