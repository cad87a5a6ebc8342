// more values than targets
// error: 1 on the left of `:=`, but 2 on its right
procedure p() { var x: int; x := 1, 2; }
