// verdict: error: the definition of the function `up` needs itself
function {:define} up(x: int): int { down(x) + 1 }
function {:inline} down(x: int): int { up(x) - 1 }
procedure main() { assert up(3) == 4; }
