// an entry of a global map that is not declared
// error: the procedure does not declare that it modifies `m`
var m: [int]int;
procedure p() { m[3] := 4; }
