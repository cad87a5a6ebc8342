// a binder may not reuse the name of a parameter
// error: variable `x` is declared twice
procedure p(x: int) { assert (forall x: bool :: x); }
