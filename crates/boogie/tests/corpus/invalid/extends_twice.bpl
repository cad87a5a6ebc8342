// a parent named twice
// error: `d` is named twice as parent
const c: int extends d, d;
const d: int;
