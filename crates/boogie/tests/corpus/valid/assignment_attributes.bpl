// attributes on assignments need not resolve
procedure p() returns (x: int) { x := {:src unknown} 3; }
