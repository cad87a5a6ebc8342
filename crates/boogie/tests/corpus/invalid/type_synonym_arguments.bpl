// too many arguments for a synonym
// error: type `S` takes 0 arguments, 1 given
type S = int;
var x: S int;
