// twice in one declaration
// error: variable `a` is declared twice
const a, a: int;
