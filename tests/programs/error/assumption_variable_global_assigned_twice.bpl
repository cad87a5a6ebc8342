// verdict: error: the assumption variable `g` is assigned more than once
// A global assumption variable is weakened once in the whole program.
var {:assumption} g: bool;
procedure other(x: int) modifies g; { g := g && x > 0; }
procedure main(x: int) modifies g; { g := g && x > 1; assert true; }
