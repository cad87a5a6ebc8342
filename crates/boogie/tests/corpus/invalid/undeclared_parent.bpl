// an unknown parent of a constant
// error: there is no variable or constant `d`
const c: int extends d;
