// declarations for concurrent programs
// error: `yield` starts a declaration for concurrent programs, not supported
yield procedure p() { }
