// verdict: error: can only become `g && e`
var {:assumption} g: bool;
procedure main() modifies g; { g := true; assert g; }
