// the else branch extends as far as it can
axiom if true then true else false && false;
axiom (if true then 1 else 2) + 1 == 2;
function f(x: int): int { if x > 0 then 1 else if x < 0 then -1 else 0 }
