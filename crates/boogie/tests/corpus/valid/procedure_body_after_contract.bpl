// a body right after the contract
var g: int;
procedure p(x: int) returns (y: int)
  requires x > 0;
  modifies g;
  ensures y > 0;
{ y := x; g := y; }
