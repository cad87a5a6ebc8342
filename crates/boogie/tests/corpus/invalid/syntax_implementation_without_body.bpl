// an implementation is a body
// error: expected `{`, found `;`
procedure p();
implementation p();
