// assignment to an unknown variable
// error: there is no variable or constant `y`
procedure p() { y := 3; }
