// a precondition about an out-parameter
// error: there is no variable or constant `y`
procedure p(x: int) returns (y: int); requires y == x;
