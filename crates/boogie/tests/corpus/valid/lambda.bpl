// lambdas, also polymorphic
axiom (lambda x: int :: x + 1)[3] == 4;
axiom (lambda <a> x: a :: x)[3] == 3;
axiom (lambda x: int, b: bool :: if b then x else 0)[3, true] == 3;
