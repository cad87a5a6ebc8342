// a result of another type in a call
// error: result 1 of procedure `q` is of type int, the variable of type bool
procedure q() returns (r: int);
procedure p() { var b: bool; call b := q(); }
