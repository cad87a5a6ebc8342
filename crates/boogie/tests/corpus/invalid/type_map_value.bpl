// an update with a value of another type
// error: the new value of the map entry must be of type bool, not int
procedure p() { var m: [int]bool; m := m[1 := 3]; }
