// a type parameter of a lambda that occurs in no parameter
// error: type parameter `a` does not occur in the types of the lambda's parameters
axiom (lambda <a> x: int :: true)[3];
