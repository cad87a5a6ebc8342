// fewer parameters than the procedure
// error: 0 in-parameters here, but 1 in the procedure
procedure p(x: int);
implementation p() { }
