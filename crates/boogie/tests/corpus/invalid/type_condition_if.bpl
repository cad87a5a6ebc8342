// an if on a number
// error: the condition of `if` must be of type bool, not int
procedure p() { if (3) { } }
