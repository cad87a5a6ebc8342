// a procedure may have several bodies
procedure p(x: int) returns (y: int) { y := x; }
implementation p(a: int) returns (b: int) { b := a + 1; }
implementation {:second} p(a: int) returns (b: int) { havoc b; }
