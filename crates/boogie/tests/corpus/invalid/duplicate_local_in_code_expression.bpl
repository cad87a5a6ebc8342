// a local of a code expression hides a parameter
// error: variable `x` is declared twice
procedure p(x: int) { assert |{ var x: int; a: return true; }|; }
