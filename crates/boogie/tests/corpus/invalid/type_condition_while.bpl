// a while on a number
// error: the guard of a loop must be of type bool, not int
procedure p() { while (3) { } }
