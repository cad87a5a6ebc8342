// attributes of bodies see the parameters
procedure p(x: int) { assert {:value x} x == x; }
