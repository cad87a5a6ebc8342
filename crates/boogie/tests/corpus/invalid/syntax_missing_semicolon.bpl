// a statement without its semicolon
// error: expected `;`, found `}`
procedure p() { assert true }
