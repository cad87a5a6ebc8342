//-- blocks in another order than they run
// P: verified, proved
procedure P() { var x: int; goto start; last: assert x == 2; return; middle: x := x + 1; goto last; start: x := 1; goto middle; }
//-- a diamond
// P: verified, proved
procedure P(c: bool) { var x: int; start: goto left, right; left: assume c; x := 1; goto join; right: assume !c; x := 2; goto join; join: assert c ==> x == 1; assert !c ==> x == 2; return; }
//-- a block that nothing reaches
// P: verified, proved
procedure P() { start: goto last; lost: assert false; goto last; last: return; }
//-- a block that may not be reached
// P: fails, bug
procedure P() { start: goto one, last; one: assert false; goto last; last: return; }
//-- a loop of two blocks
// P: verified, proved
procedure P() { var x: int; start: x := 0; goto a; a: assert x >= 0; goto b, done; b: x := x + 1; goto a; done: assert x >= 0; return; }
//-- two loops that share a head
// P: verified, proved
procedure P() { var x: int; start: x := 0; goto head; head: assert x >= 0; goto a, b, done; a: x := x + 1; goto head; b: x := x + 2; goto head; done: return; }
//-- a loop with two entries
// P: verified, proved
procedure P() { start: goto a, b; a: goto b, done; b: goto a; done: return; }
//-- a goto into a branch
// P: fails, bug
procedure P(x: int) { if (x > 0) { inside: assert x > 0; } else { goto inside; } }
//-- a goto out of a loop
// P: verified, proved
procedure P() { var i: int; i := 0; while (true) invariant i <= 3; { if (i == 3) { goto done; } i := i + 1; } done: assert i == 3; }
//-- assumptions at the head of a block
// P: verified, proved
procedure P(x: int) { goto a, b; a: assume x > 0; assert x >= 1; return; b: assume x <= 0; assert x < 1; return; }
//-- returns in several blocks
// P: verified, proved
procedure P(c: bool) returns (r: int) ensures r > 0; { goto a, b; a: assume c; r := 1; return; b: assume !c; r := 2; return; }
//-- returns in several blocks, one wrong
// P: fails, bug
procedure P(c: bool) returns (r: int) ensures r > 1; { goto a, b; a: assume c; r := 1; return; b: assume !c; r := 2; return; }
