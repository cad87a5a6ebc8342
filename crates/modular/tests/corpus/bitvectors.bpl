//-- sums wrap around
// P: verified, proved
function {:bvbuiltin "bvadd"} add(bv8, bv8): bv8;
procedure P() { assert add(255bv8, 1bv8) == 0bv8; }
//-- sums may be smaller
// P: fails, bug
function {:bvbuiltin "bvadd"} add(bv8, bv8): bv8; function {:bvbuiltin "bvult"} less(bv8, bv8): bool;
procedure P(x: bv8) { assert less(x, add(x, 1bv8)); }
//-- parts
// P: verified, proved
procedure P(x: bv16) { assert x[16:8] ++ x[8:0] == x; }
//-- parts of numbers
// P: verified, proved
procedure P() { assert 258bv16[8:0] == 2bv8; assert 258bv16[16:8] == 1bv8; }
//-- joined
// P: verified, proved
procedure P(x: bv4, y: bv4) { var z: bv8; z := x ++ y; assert z[4:0] == y && z[8:4] == x; }
//-- and, or, xor
// P: verified, proved
function {:bvbuiltin "bvand"} and(bv8, bv8): bv8; function {:bvbuiltin "bvor"} or(bv8, bv8): bv8; function {:bvbuiltin "bvxor"} xor(bv8, bv8): bv8;
procedure P(x: bv8, y: bv8) { assert and(x, x) == x; assert or(x, 0bv8) == x; assert xor(x, x) == 0bv8; assert xor(xor(x, y), y) == x; }
//-- shifts
// P: verified, proved
function {:bvbuiltin "bvshl"} left(bv8, bv8): bv8; function {:bvbuiltin "bvlshr"} right(bv8, bv8): bv8; function {:bvbuiltin "bvashr"} arith(bv8, bv8): bv8;
procedure P() { assert left(1bv8, 3bv8) == 8bv8; assert right(128bv8, 7bv8) == 1bv8; assert arith(128bv8, 7bv8) == 255bv8; assert left(1bv8, 9bv8) == 0bv8; }
//-- signed and unsigned
// P: verified, proved
function {:bvbuiltin "bvult"} ult(bv8, bv8): bool; function {:bvbuiltin "bvslt"} slt(bv8, bv8): bool;
procedure P() { assert ult(1bv8, 255bv8); assert slt(255bv8, 1bv8); }
//-- division by zero
// P: verified, proved
function {:bvbuiltin "bvudiv"} over(bv8, bv8): bv8; function {:bvbuiltin "bvurem"} rem(bv8, bv8): bv8;
procedure P(x: bv8) { assert over(x, 0bv8) == 255bv8; assert rem(x, 0bv8) == x; }
//-- wider
// P: verified, proved
function {:bvbuiltin "zero_extend 8"} zero(bv8): bv16; function {:bvbuiltin "sign_extend 8"} sign(bv8): bv16;
procedure P() { assert zero(255bv8) == 255bv16; assert sign(255bv8) == 65535bv16; }
//-- negation
// P: verified, proved
// Q: fails, bug
function {:bvbuiltin "bvneg"} neg(bv8): bv8;
procedure P() { assert neg(128bv8) == 128bv8; assert neg(1bv8) == 255bv8; }
procedure Q(x: bv8) { assert neg(x) != x; }
//-- a map of bytes
// P: verified, proved
procedure P(m: [bv8]bv8) { var n: [bv8]bv8; n := m[3bv8 := 4bv8]; assert n[3bv8] == 4bv8; }
//-- very wide
// P: verified, proved
function {:bvbuiltin "bvadd"} add(bv100, bv100): bv100;
procedure P(x: bv100, y: bv100) { assert add(x, y) == add(y, x); }
//-- one bit
// P: verified, proved
procedure P(x: bv1) { assert x == 0bv1 || x == 1bv1; }
//-- uninterpreted functions on bits
// P: fails, bug
function f(bv8): bv8;
procedure P(x: bv8) { assert f(x) == x; }
//-- a literal that is too large for its width
// P: verified, proved
procedure P() { assert 256bv8 == 0bv8; }
