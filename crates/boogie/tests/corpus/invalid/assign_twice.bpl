// one variable twice in a parallel assignment
// error: `x` is assigned twice at once
procedure p() { var x: int; x, x := 1, 2; }
