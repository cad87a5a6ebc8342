// a callee modifies what the caller does not declare
// error: the procedure does not declare that it modifies `g`
var g: int;
procedure q(); modifies g;
procedure p() { call q(); }
