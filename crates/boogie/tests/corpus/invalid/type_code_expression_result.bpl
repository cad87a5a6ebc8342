// a code expression returns a condition
// error: the value of a code expression must be of type bool, not int
procedure p() { assert |{ a: return 3; }|; }
