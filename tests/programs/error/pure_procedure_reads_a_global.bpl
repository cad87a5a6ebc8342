// verdict: error: may not be mentioned here
var g: int;
pure procedure quiet() returns (r: int) { r := g; }
procedure main() { var r: int; call r := quiet(); }
