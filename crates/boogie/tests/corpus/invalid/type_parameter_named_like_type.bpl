// a type parameter of a declared type's name
// error: `T` is already the name of a type
type T;
function f<T>(x: T): T;
