// branches need braces
// error: expected `{`, found `assert`
procedure p() { if (*) { } else assert true; }
