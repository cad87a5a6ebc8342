// indexing a number
// error: this is no map: its type is int
procedure p() { var x: int; x := x[3]; }
