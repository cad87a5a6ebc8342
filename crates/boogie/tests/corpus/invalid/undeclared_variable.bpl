// a name that nobody declares
// error: there is no variable or constant `x`
procedure p() { assert x; }
