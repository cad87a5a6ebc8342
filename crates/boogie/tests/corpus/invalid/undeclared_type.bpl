// a type that nobody declares
// error: there is no type `T`
var x: T;
