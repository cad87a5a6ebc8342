// a result that does not fit the argument
// error: result 1 of procedure `q` is of type int, the variable of type bool
procedure q<a>(x: a) returns (y: a);
procedure p() { var b: bool; call b := q(3); }
