// one variable for two results
// error: `x` gets two results at once
procedure q() returns (a, b: int);
procedure p() { var x: int; call x, x := q(); }
