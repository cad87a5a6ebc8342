// functions do not depend on the state
// error: the global variable `g` may not be mentioned here
var g: int;
function f(): int { g }
