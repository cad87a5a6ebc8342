// attributes on every kind of declaration
type {:t 1} T;
const {:c "s", 3} k: int;
var {:v} {:w k + 1} x: int;
function {:f} g(y: int): int;
axiom {:a} true;
procedure {:p} {:q k > 3, "x\"y"} p() { assert {:x} true; assume {:y 3} true; call {:z k} p(); }
implementation {:i} p() { }
