// two locals of one name
// error: variable `x` is declared twice
procedure p() { var x: int, x: bool; }
