// locals and parameters may hide globals
var x, y: int;
const c: int;
procedure p(x: bool) returns (c: bool) { var y: bool; y := x; c := y; }
