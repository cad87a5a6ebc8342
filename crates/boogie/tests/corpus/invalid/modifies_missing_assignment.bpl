// an assigned global that is not declared
// error: the procedure does not declare that it modifies `g`
var g: int;
procedure p() { g := 3; }
