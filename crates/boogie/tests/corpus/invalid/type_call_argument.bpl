// an argument of another type in a call
// error: argument 1 of procedure `q` must be of type int, not bool
procedure q(a: int);
procedure p() { call q(true); }
