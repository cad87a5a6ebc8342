// two labels of one name in a code expression
// error: label `a` is declared twice
procedure p() { assert |{ a: return true; a: return false; }|; }
