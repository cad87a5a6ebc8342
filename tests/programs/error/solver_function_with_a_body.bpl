// verdict: error: has no body: it means what the solver says
function {:builtin "+"} plus(x: int, y: int): int { x }
procedure main() { assert plus(1, 2) == 1; }
