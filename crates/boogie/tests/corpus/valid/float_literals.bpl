// floating-point numbers, infinities, not-a-number and rounding modes
axiom 0x1.8e3f24e8 == 0x1.8e3f24e8;
axiom -0x0.8e-1f24e8 < 0+oo24e8;
axiom 0-oo53e11 != 0NaN53e11;
axiom 0nan11e5 == 0nan11e5;
var f: float24e8;
var r: rmode;
axiom RNE != RTZ && roundNearestTiesToAway == RNA;
function {:builtin "fp.add"} add(rmode, float24e8, float24e8) returns (float24e8);
axiom add(RNE, 0x1.0e0f24e8, 0x1.0e0f24e8) == 0x2.0e0f24e8;
