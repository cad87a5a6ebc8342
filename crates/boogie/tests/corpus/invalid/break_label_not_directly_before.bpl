// the label must stand right before the statement
// error: `a` is not the label of a statement around this `break`
procedure p() { a: assert true; while (*) { break a; } }
