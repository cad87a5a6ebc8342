// only constructors can be taken apart
// error: `f` is no constructor
function f(x: int): int;
procedure p() { var x: int; f(x) := 3; }
