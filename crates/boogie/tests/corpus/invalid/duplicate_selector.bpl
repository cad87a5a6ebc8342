// a function of a selector's name
// error: function `x#C` is declared twice
type {:datatype} T;
function {:constructor} C(x: int): T;
function x#C(t: T): int;
