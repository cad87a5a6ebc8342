//-- sums
// P: verified, proved
// Q: fails, bug
procedure P(x: int, y: int) { assert x + y == y + x && x - y == -(y - x); }
procedure Q(x: int, y: int) { assert x - y == y - x; }
//-- products
// P: verified, proved
procedure P(x: int) { assert 3 * x == x + x + x; assert x * 0 == 0; }
//-- squares
// P: verified, proved
procedure P(x: int) { assert x * x >= 0; }
//-- division rounds down
// P: verified, proved
procedure P() { assert 7 div 2 == 3; assert (-7) div 2 == -4; assert 7 div (-2) == -3; assert (-7) mod 2 == 1; }
//-- division and remainder
// P: verified, proved
// Q: fails, bug
procedure P(x: int, y: int) { assert y > 0 ==> 0 <= x mod y && x mod y < y; assert y == 5 ==> (x div y) * y + x mod y == x; }
procedure Q(x: int) { assert x mod 3 != 2; }
//-- division by zero is some number
// P: fails, bug
procedure P(x: int) { assert x div 0 == 0; }
//-- large numbers
// P: verified, proved
procedure P() { assert 123456789012345678901234567890 + 1 > 123456789012345678901234567890; }
//-- comparisons
// P: verified, proved
procedure P(x: int, y: int) { assert x < y || x == y || x > y; assert x <= y <==> !(x > y); assert x < y ==> x + 1 <= y; }
//-- reals
// P: verified, proved
// Q: fails, bug
procedure P(x: real) { assert x / 2.0 + x / 2.0 == x; assert 0.1 + 0.2 == 0.3; }
procedure Q(x: real, y: real) { assert x < y ==> x + 1.0 <= y; }
//-- integers to reals and back
// P: verified, proved
procedure P(i: int, x: real) { assert int(real(i)) == i; assert real(int(x)) <= x; assert int(2.7) == 2; assert int(-2.5) == -3; }
//-- powers of ten
// P: verified, proved
procedure P() { assert 1e2 == 100.0; assert 25e-1 == 2.5; }
//-- implications
// P: verified, proved
procedure P(a: bool, b: bool) { assert (a ==> b) <==> (!a || b); assert (b <== a) <==> (a ==> b); assert a && b ==> a; }
//-- implication binds to the right
// P: verified, proved
procedure P(a: bool, b: bool, c: bool) { assert (a ==> b ==> c) <==> (a && b ==> c); }
//-- equivalence
// P: verified, proved
// Q: fails, bug
procedure P(a: bool, b: bool) { assert (a <==> b) == (a == b); }
procedure Q(a: bool, b: bool) { assert a <==> b; }
//-- xor
// P: verified, proved
procedure P(a: bool, b: bool) { assert a != b <==> (a && !b) || (!a && b); }
//-- overflow does not happen
// P: verified, proved
procedure P(x: int) { assume x > 4294967295; assert x * 2 > 8589934590; }
//-- linear equations
// P: verified, proved
procedure P(x: int, y: int) { assume x + y == 10 && x - y == 4; assert x == 7 && y == 3; }
//-- no solution
// P: verified, proved
procedure P(x: int) { assume 2 * x == 7; assert false; }
//-- one solution
// P: fails, bug
procedure P(x: int) { assume x * x == 49 && x < 0; assert x != -7; }
