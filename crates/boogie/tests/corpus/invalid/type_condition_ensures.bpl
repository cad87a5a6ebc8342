// a postcondition that is no condition
// error: a postcondition must be of type bool, not int
procedure p(); ensures 3;
