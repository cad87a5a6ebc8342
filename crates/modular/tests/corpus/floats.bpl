//-- exact sums
// P: verified, proved
procedure P() { var x: float24e8; x := 0x1.0e0f24e8 + 0x1.0e0f24e8; assert x == 0x2.0e0f24e8; }
//-- not a number
// P: verified, proved
function {:builtin "fp.eq"} same(float24e8, float24e8): bool;
procedure P() { assert !same(0NaN24e8, 0NaN24e8); assert 0NaN24e8 == 0NaN24e8; }
//-- zeros
// P: verified, proved
function {:builtin "fp.eq"} same(float24e8, float24e8): bool;
procedure P() { assert same(0x0.0e0f24e8, -0x0.0e0f24e8); assert 0x0.0e0f24e8 != -0x0.0e0f24e8; }
//-- infinities
// P: verified, proved
procedure P() { assert 0+oo24e8 > 0x1.0e0f24e8; assert 0-oo24e8 < 0x1.0e0f24e8; }
//-- a comparison that fails
// P: fails, bug
procedure P(x: float24e8) { assert x > 0x0.0e0f24e8 || x < 0x0.0e0f24e8; }
//-- rounding modes
// P: verified, proved
function {:builtin "fp.add"} add(rmode, float24e8, float24e8): float24e8;
procedure P(x: float24e8) { assert add(RNE, x, x) == x + x; }
