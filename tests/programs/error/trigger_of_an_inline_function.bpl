// verdict: error: boolean operators are not allowed in triggers
function {:inline} small(x: int): bool { 0 <= x && x < 9 }
function even(int): bool;
procedure main() { assume (forall x: int :: {small(x)} small(x) ==> even(x)); }
