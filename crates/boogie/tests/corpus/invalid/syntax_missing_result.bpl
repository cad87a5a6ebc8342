// a function without result
// error: expected `:` or `returns` and the result type, found `{`
function f(x: int) { x }
