// break without a loop
// error: this `break` is not inside of a loop
procedure p() { if (*) { break; } }
