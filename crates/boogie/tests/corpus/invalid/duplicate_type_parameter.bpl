// two type parameters of one name
// error: type parameter `a` is declared twice
axiom (forall <a, a> x: a :: true);
