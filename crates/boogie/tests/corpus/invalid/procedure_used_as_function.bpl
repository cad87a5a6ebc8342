// procedures do not stand in expressions
// error: there is no function `q`
procedure q() returns (r: int);
procedure p() { assert q() == 3; }
