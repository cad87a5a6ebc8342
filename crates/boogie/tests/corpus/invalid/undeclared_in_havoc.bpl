// havoc of an unknown variable
// error: there is no variable or constant `y`
procedure p() { havoc y; }
