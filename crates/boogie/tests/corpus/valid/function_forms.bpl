// parameters with and without names, both result forms
function f0(): int;
function f1(int, bool): int;
function f2(x, y: int, b: bool): int;
function f3(x: int) returns (int);
function f4(x: int) returns (result: int);
function f5(x: int): int { x + 1 }
function {:inline} f6(x: int): int { f5(x) }
function f7({:attr} x: int): int;
axiom f0() + f1(1, true) + f2(1, 2, false) + f3(4) + f4(5) + f5(6) + f6(7) == f7(8);
