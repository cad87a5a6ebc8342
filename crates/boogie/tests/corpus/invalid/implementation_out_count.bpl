// fewer results than the procedure
// error: 0 out-parameters here, but 1 in the procedure
procedure p() returns (x: int);
implementation p() { }
