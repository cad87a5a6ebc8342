// more targets than values
// error: 2 on the left of `:=`, but 1 on its right
procedure p() { var x, y: int; x, y := 1; }
