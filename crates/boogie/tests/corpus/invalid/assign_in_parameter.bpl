// in-parameters are constant
// error: `x` is an in-parameter and cannot be assigned
procedure p(x: int) { x := 3; }
