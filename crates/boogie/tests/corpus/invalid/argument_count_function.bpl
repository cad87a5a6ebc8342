// too few arguments
// error: function `f` takes 1 argument, 0 given
function f(x: int): int;
axiom f() == 3;
