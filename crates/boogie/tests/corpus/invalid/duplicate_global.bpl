// two variables of one name
// error: variable `x` is declared twice
var x: int;
var x: bool;
