// a parent of another type
// error: the parent is of type bool, not int
const c: int extends d;
const d: bool;
