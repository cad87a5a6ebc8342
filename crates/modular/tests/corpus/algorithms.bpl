//-- the largest element
// Largest: verified
procedure Largest(a: [int]int, n: int) returns (m: int) requires n > 0; ensures (forall i: int :: 0 <= i && i < n ==> a[i] <= m);
{ var k: int; m := a[0]; k := 1; while (k < n) invariant 1 <= k && k <= n; invariant (forall i: int :: 0 <= i && i < k ==> a[i] <= m); { if (a[k] > m) { m := a[k]; } k := k + 1; } }
//-- the largest element, one left out
// Largest: fails, bug
procedure Largest(a: [int]int, n: int) returns (m: int) requires n > 0; ensures (forall i: int :: 0 <= i && i <= n ==> a[i] <= m);
{ m := a[0]; assume n == 1; }
//-- linear search
// Find: verified, proved
procedure Find(a: [int]int, n: int, x: int) returns (at: int) requires n >= 0; ensures at == -1 || (0 <= at && at < n && a[at] == x);
{ at := 0; while (at < n) invariant 0 <= at && at <= n; { if (a[at] == x) { return; } at := at + 1; } at := -1; }
//-- swapping two elements
// Swap: verified, proved
procedure Swap(a: [int]int, i: int, j: int) returns (b: [int]int) ensures b[i] == a[j] && b[j] == a[i]; ensures (forall k: int :: k != i && k != j ==> b[k] == a[k]); { b := a[i := a[j]][j := a[i]]; }
//-- a sum that is not negative
// Sum: verified
procedure Sum(a: [int]int, n: int) returns (s: int) requires (forall i: int :: a[i] >= 0); ensures s >= 0; { var i: int; s, i := 0, 0; while (i < n) invariant s >= 0; { s := s + a[i]; i := i + 1; } }
//-- filling
// Fill: verified
procedure Fill(n: int, v: int) returns (a: [int]int) requires n >= 0; ensures (forall i: int :: 0 <= i && i < n ==> a[i] == v); { var i: int; i := 0; while (i < n) invariant 0 <= i && i <= n; invariant (forall j: int :: 0 <= j && j < i ==> a[j] == v); { a[i] := v; i := i + 1; } }
//-- multiplication by adding
// Times: verified
procedure Times(x: int, n: int) returns (p: int) requires n >= 0; ensures p == n * x; { var i: int; p, i := 0, 0; while (i < n) invariant 0 <= i && i <= n && p == i * x; { p := p + x; i := i + 1; } }
//-- division by subtracting
// Over: verified
procedure Over(x: int, y: int) returns (q: int, r: int) requires x >= 0 && y > 0; ensures x == q * y + r && 0 <= r && r < y; { q, r := 0, x; while (r >= y) invariant x == q * y + r && r >= 0; { q, r := q + 1, r - y; } }
//-- absolute values
// Abs: verified, proved
// Wrong: fails, bug
procedure Abs(x: int) returns (y: int) ensures y >= 0 && (y == x || y == -x); { y := if x < 0 then -x else x; }
procedure Wrong(x: int) returns (y: int) ensures y > 0; { y := if x < 0 then -x else x; }
//-- the smaller of three
// Least: verified, proved
procedure Least(a: int, b: int, c: int) returns (m: int) ensures m <= a && m <= b && m <= c && (m == a || m == b || m == c); { m := a; if (b < m) { m := b; } if (c < m) { m := c; } }
//-- a counter that is reset
// Tick: verified, proved
// Run: verified, proved
var count: int;
procedure Tick() modifies count; requires 0 <= count && count < 10; ensures 0 <= count && count < 10; { count := count + 1; if (count == 10) { count := 0; } }
procedure Run() modifies count; { count := 0; while (*) invariant 0 <= count && count < 10; { call Tick(); } assert count < 10; }
//-- binary search keeps its interval
// Search: verified, proved
procedure Search(a: [int]int, n: int, x: int) returns (low: int) requires n >= 0; ensures 0 <= low && low <= n; { var high: int, mid: int; low, high := 0, n; while (low < high) invariant 0 <= low && low <= high && high <= n; { mid := (low + high) div 2; if (a[mid] < x) { low := mid + 1; } else { high := mid; } } }
//-- two pointers meet
// Meet: verified, proved
procedure Meet(n: int) requires n >= 0; { var i: int, j: int; i, j := 0, n; while (i < j) invariant i <= j + 1 && i + j == n; { i, j := i + 1, j - 1; } assert i == j || i == j + 1; }
//-- greatest common divisors stay positive
// Gcd: verified, proved
procedure Gcd(a: int, b: int) returns (x: int) requires a > 0 && b > 0; ensures x > 0; { var y: int; x, y := a, b; while (x != y) invariant x > 0 && y > 0; { if (x > y) { x := x - y; } else { y := y - x; } } }
//-- a stack
// Push: verified, proved
// Pop: verified, proved
// Use: verified, proved
var cells: [int]int; var top: int;
procedure Push(x: int) modifies cells, top; ensures top == old(top) + 1 && cells == old(cells)[old(top) := x]; { cells[top] := x; top := top + 1; }
procedure Pop() returns (x: int) modifies top; requires top > 0; ensures top == old(top) - 1 && x == cells[top]; { top := top - 1; x := cells[top]; }
procedure Use() modifies cells, top; { var x: int; top := 0; call Push(3); call Push(4); call x := Pop(); assert x == 4; call x := Pop(); assert x == 3; }
//-- a stack that is empty
// Use: fails, bug
var top: int;
procedure Pop(); modifies top; requires top > 0; ensures top == old(top) - 1;
procedure Use() modifies top; { top := 1; call Pop(); call Pop(); }
