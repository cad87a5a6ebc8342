// a variable without colon
// error: expected `:`, found `int`
var x int;
