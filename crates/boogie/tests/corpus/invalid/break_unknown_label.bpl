// break to a label that does not enclose it
// error: `b` is not the label of a statement around this `break`
procedure p() { a: while (*) { break b; } b: }
