// labels have a name space of their own
procedure p() { var x: int; x: x := 1; goto x; }
