// two functions of one name
// error: function `f` is declared twice
function f(x: int): int;
function f(x: bool): int;
