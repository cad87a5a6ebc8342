// constants are constant
// error: `c` is a constant and cannot be assigned
const c: int;
procedure p() { c := 3; }
