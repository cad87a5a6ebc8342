// an invariant that is no condition
// error: a loop invariant must be of type bool, not int
procedure p() { while (*) invariant 3; { } }
