// the value must fit the index
// error: a value of type bool cannot be assigned to a variable of type int
procedure p() { var m: <a>[a]a; m[3] := true; }
