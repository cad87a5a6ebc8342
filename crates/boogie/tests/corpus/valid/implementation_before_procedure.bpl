// order of declarations does not matter
implementation p(x: t) { assert f(x) == c; }
axiom f(c) == c;
const c: t;
function f(t): t;
type t = int;
procedure p(x: int);
