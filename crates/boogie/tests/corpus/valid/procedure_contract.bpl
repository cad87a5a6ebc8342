// requires, ensures and modifies in any order, free and with attributes
var g, h: int;
procedure p(x: int) returns (y: int);
  modifies g;
  requires {:msg "positive"} x > 0;
  free requires g > 0;
  ensures y > x;
  modifies h, g;
  free ensures {:va_keep} g == old(g) + h;
  modifies ;
