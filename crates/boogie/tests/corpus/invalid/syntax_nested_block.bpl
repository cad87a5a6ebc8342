// braces alone are no statement
// error: a block stands after `if`, `else` or `while` only
procedure p() { { assert true; } }
