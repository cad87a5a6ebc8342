// a binder may not reuse the name of a local
// error: variable `x` is declared twice
procedure p() { var x: int; assert (forall x: bool :: x); }
