// a body that is not closed
// error: expected a statement or `}`, found the end of the file
procedure p() { assert true;
