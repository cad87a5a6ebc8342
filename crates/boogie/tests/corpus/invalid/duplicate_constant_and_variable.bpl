// constants and variables share their names
// error: variable `x` is declared twice
const x: int;
var x: int;
