// results and arguments that do not matter
procedure q(a: int) returns (c: int);
procedure p() { var i: int; call i := q(*); }
