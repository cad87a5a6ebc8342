// a type parameter of a procedure that cannot be inferred
// error: type parameter `a` occurs in no parameter of the procedure
procedure p<a>();
