//-- a bug three calls deep
// P: verified, bug
// A: verified, bug
// B: verified, bug
// C: fails, bug
procedure P() { call A(); } procedure A() { call B(); } procedure B() { call C(); } procedure C() { assert false; }
//-- a caller that makes the bug impossible
// P: verified, proved
// Check: fails, bug
procedure Check(x: int) { assert x > 0; }
procedure P() { call Check(3); }
//-- a global as a lock
// P: fails, proved
// Lock: fails, bug
// Unlock: fails, bug
var held: bool;
procedure Lock() modifies held; { assert !held; held := true; }
procedure Unlock() modifies held; { assert held; held := false; }
procedure P() modifies held; { held := false; call Lock(); call Unlock(); assert !held; }
//-- a lock that is taken twice
// P: verified, bug
// Lock: fails, bug
var held: bool;
procedure Lock() modifies held; { assert !held; held := true; }
procedure P() modifies held; { held := false; call Lock(); call Lock(); }
//-- recursion that counts
// P: fails, proved
// Count: verified, proved
var n: int;
procedure Count(k: int) modifies n; { if (k > 0) { n := n + 1; call Count(k - 1); } }
procedure P() modifies n; { n := 0; call Count(2); assert n >= 0; }
//-- recursion that counts wrong
// P: fails, bug
// Count: verified, proved
var n: int;
procedure Count(k: int) modifies n; { if (k > 0) { n := n + 1; call Count(k - 1); } }
procedure P() modifies n; { n := 0; call Count(2); assert n == 1; }
//-- results along calls
// P: fails, proved
// Inc: verified, proved
procedure Inc(x: int) returns (y: int) { y := x + 1; }
procedure P() { var x: int; call x := Inc(0); call x := Inc(x); call x := Inc(x); assert x == 3; }
//-- two entries
// A: fails, bug
// B: verified, proved
procedure A(x: int) { assert x != 7; }
procedure B(x: int) { assert x != 7 || x == 7; }
