//-- a value
// P: verified, proved
procedure P() { assert |{ var x: int; A: x := 3; return x == 3; }|; }
//-- branches
// P: verified, proved
procedure P(b: bool) { assert |{ var x: int; A: goto B, C; B: assume b; x := 1; goto D; C: assume !b; x := 2; goto D; D: return x > 0; }|; }
//-- a branch that fails
// P: fails, bug
procedure P(b: bool) { assert |{ var x: int; A: goto B, C; B: assume b; x := 1; goto D; C: assume !b; x := 2; goto D; D: return x > 1; }|; }
//-- in a contract
// P: verified, proved
procedure P(m: [int]int) requires (forall i: int :: |{ A: return m[i] > 0; }|); { assert m[3] > 0; }
