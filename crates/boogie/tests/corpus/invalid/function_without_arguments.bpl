// a function is no value
// error: there is no variable or constant `f`
function f<a>(x: a): bool;
axiom f(f);
