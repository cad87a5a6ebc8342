// one name bound in two places side by side
axiom (forall x: int :: x == x) && (exists x: bool :: x);
