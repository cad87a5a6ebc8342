// locals come first
// error: local variables are declared before the first statement
procedure p() { var x: int; x := 1; var y: int; }
