// a bound variable may hide a parameter
procedure p(x: int) { assert (forall x: bool :: x); }
