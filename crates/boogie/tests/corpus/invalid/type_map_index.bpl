// an index of another type
// error: the index must be of type int, not bool
procedure p() { var m: [int]bool; m[true] := true; }
