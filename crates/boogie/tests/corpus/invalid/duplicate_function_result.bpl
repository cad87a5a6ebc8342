// the result named like a parameter
// error: variable `x` is declared twice
function f(x: int) returns (x: int);
