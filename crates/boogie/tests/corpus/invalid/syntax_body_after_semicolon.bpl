// a body after a semicolon
// error: expected a declaration, found `{`
procedure p(); { }
