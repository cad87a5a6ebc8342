// no type parameters where the procedure has one
// error: 0 type parameters here, but 1 in the procedure
procedure p<a>(x: a);
implementation p(x: int) { }
