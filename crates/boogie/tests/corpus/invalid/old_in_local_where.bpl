// old in the where clause of a local
// error: `old` has no meaning here
var g: int;
procedure p() { var x: int where old(g) == x; }
