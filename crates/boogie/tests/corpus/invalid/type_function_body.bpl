// the body is not of the result type
// error: the body of the function must be of type bool, not int
function f(x: int): bool { 3 }
