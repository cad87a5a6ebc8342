// a variable as parent
// error: the parent of a constant must be a constant
var v: int;
const c: int extends v;
