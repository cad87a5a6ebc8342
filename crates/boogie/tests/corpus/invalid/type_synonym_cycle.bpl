// a synonym defined by itself
// error: type synonym `S` is defined by itself
type S = U;
type U = [int]S;
