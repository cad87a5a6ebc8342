// a map parameter may occur in the result only
var m: <a>[int]a;
procedure p() modifies m; { m[3] := true; m[4] := 5; }
