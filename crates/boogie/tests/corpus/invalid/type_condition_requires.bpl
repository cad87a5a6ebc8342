// a precondition that is no condition
// error: a precondition must be of type bool, not int
procedure p(); requires 3;
