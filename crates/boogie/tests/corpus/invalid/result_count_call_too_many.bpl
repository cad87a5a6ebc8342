// too many results in a call
// error: procedure `q` has 1 result, 2 assigned
procedure q() returns (r: int);
procedure p() { var x, y: int; call x, y := q(); }
