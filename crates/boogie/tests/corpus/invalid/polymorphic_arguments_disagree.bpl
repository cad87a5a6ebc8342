// two types for one type parameter
// error: argument 2 of function `f` must be of type int, not bool
function f<a>(x: a, y: a): a;
axiom f(3, true) == 4;
