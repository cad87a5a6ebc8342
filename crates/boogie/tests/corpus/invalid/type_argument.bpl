// an argument of another type
// error: argument 1 of function `f` must be of type int, not bool
function f(x: int): int;
axiom f(true) == 3;
