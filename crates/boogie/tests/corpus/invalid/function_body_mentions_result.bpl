// the result has no name in the body
// error: there is no variable or constant `y`
function f(x: int) returns (y: int) { y }
