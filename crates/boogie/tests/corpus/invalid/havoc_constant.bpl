// havoc of a constant
// error: `c` is a constant and cannot be assigned
const c: int;
procedure p() { havoc c; }
