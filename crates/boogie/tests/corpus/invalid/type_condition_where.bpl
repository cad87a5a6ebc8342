// a where clause that is no condition
// error: a where clause must be of type bool, not int
var x: int where 3;
