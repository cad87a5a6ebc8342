// old in a where clause
// error: `old` has no meaning here
var g: int where old(g) == g;
