// a definition instead of an axiom
function {:define} double(x: int): int { x + x }
function {:inline true} triple(x: int): int { double(x) + x }
