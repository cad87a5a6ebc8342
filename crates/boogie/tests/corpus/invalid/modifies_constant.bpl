// a constant in a modifies clause
// error: `c` is a constant and cannot be modified
const c: int;
procedure p(); modifies c;
