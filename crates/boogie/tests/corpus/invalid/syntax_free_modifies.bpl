// modifies clauses are not free
// error: expected `requires` or `ensures`, found `modifies`
var x: int;
procedure p(); free modifies x;
