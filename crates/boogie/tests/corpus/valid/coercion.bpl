// an expression may be said to be of its own type
type Box a;
function empty<a>(): Box a;
axiom (3 : int) + 4 == 7;
axiom (empty() : Box int) == empty();
axiom ((3 : int) : int) == 3;
axiom (3 : int : int) == 3;
