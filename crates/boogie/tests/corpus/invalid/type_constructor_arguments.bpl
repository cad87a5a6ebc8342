// too few arguments for a type
// error: type `T` takes 1 argument, 0 given
type T a;
var x: T;
