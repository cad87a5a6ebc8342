// constructors, selectors and testers
type {:datatype} List;
function {:constructor} nil(): List;
function {:constructor} cons(head: int, tail: List): List;
axiom (forall l: List :: is#cons(l) ==> cons(head#cons(l), tail#cons(l)) == l);
axiom is#nil(nil()) && !is#nil(cons(1, nil()));
