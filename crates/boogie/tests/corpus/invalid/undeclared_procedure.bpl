// a procedure that nobody declares
// error: there is no procedure `q`
procedure p() { call q(); }
