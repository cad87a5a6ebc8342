// a variable may be named twice
var g: int;
procedure p(); modifies g, g; modifies g;
