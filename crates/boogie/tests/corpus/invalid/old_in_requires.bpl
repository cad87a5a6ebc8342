// old in a precondition
// error: `old` has no meaning here
var g: int;
procedure p(); requires old(g) == g;
