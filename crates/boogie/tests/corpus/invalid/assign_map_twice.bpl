// two entries of one map at once
// error: `m` is assigned twice at once
procedure p() { var m: [int]bool; m[3], m[4] := true, false; }
