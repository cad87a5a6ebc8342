// a function and a constant of one name
const f: int;
function f(x: int): int;
axiom f(f) == f;
