// two labels of one name, in different blocks
// error: label `a` is declared twice
procedure p() { while (*) { a: assert true; } a: return; }
