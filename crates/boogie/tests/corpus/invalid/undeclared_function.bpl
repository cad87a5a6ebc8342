// a function that nobody declares
// error: there is no function `f`
axiom f(3);
