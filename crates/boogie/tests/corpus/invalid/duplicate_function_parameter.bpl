// two parameters of a function of one name
// error: variable `x` is declared twice
function f(x: int, x: int): int;
