// verdict: bug
var locked: bool;
procedure main() modifies locked; {
  var i: int;
  locked := false; i := 0;
  while (*) { assert i == 4 ==> !locked; locked := !locked; i := i + 1; if (i == 3) { locked := false; } }
}
