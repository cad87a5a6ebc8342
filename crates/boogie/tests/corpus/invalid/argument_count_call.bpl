// too few arguments in a call
// error: procedure `q` takes 1 argument, 0 given
procedure q(a: int);
procedure p() { call q(); }
