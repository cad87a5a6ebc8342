// two indices for a map of one
// error: the map takes 1 index, 2 given
procedure p() { var m: [int]bool; m[1, 2] := true; }
