// actions of concurrent programs
// error: `atomic` starts a declaration for concurrent programs, not supported
atomic action p() { }
