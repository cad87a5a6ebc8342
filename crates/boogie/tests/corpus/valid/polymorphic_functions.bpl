// type parameters are inferred from arguments
function id<a>(x: a): a;
function pair<a, b>(x: a, y: b): [a]b;
axiom id(3) == 3 && id(true);
axiom pair(1, true)[1];
axiom id(id(4)) == 4;
