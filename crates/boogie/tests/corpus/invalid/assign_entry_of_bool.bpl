// indexing an entry that is no map
// error: this is no map: its type is bool
procedure p() { var m: [int]bool; m[1][2] := true; }
