// a value of another type
// error: a value of type bool cannot be assigned to a variable of type int
procedure p() { var x: int; x := true; }
