// old in a function
// error: `old` has no meaning here
function f(x: int): int { old(x) }
