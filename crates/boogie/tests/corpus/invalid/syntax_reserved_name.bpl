// a reserved word as a name
// error: expected a name, found `old`
const old: int;
