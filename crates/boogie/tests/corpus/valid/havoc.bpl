// havoc, also of one variable twice
var g: int;
procedure p() returns (r: int) modifies g; { var x: int; havoc x, r, g; havoc x, x; }
