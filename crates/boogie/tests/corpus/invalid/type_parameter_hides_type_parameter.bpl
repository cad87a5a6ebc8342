// an inner type parameter of an outer one's name
// error: type parameter `a` is declared twice
axiom (forall <a> x: a :: (forall <a> y: a :: true));
