// an entry of an in-parameter
// error: `m` is an in-parameter and cannot be assigned
procedure p(m: [int]int) { m[0] := 1; }
