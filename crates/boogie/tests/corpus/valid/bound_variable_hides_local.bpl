// a bound variable may hide a local one
procedure p() { var x: int; assert (forall x: bool :: x); }
