// a constant as its own parent
// error: a constant cannot be its own parent
const c: int extends c;
