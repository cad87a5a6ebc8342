// a type parameter of a synonym's name
// error: `s` is already the name of a type
type s = int;
var x: <s>[s]int;
