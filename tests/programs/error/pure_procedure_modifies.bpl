// verdict: error: a pure procedure modifies nothing
var g: int;
pure procedure quiet() modifies g; { }
procedure main() { }
