// statements about which axioms matter
function f(x: int): int { x }
procedure p() { hide *; reveal f; push; hide f; pop; assert f(3) == 3; }
