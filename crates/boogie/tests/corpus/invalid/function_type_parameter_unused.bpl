// a type parameter that cannot be inferred
// error: type parameter `a` occurs in no parameter of the function
function f<a>(): int;
