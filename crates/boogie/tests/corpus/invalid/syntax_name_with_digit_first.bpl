// a name that starts with a digit
// error: expected a name, found `1`
const 1a: int;
