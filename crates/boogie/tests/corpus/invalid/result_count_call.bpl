// too few results in a call
// error: procedure `q` has 1 result, 0 assigned
procedure q() returns (r: int);
procedure p() { call q(); }
