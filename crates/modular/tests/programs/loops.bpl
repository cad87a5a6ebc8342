// Sum: verified
// NotMaintained: fails 15
// NotOnEntry: fails 20
// TooWeak: fails 26
// Nested: verified
// Goto: verified
// Free: verified
// Where: verified
// Broken: verified
procedure Sum(n: int) returns (s: int) requires n >= 0; ensures 2 * s == n * (n + 1);
{ var i: int; i, s := 0, 0;
  while (i < n) invariant 0 <= i && i <= n; invariant 2 * s == i * (i + 1); { i := i + 1; s := s + i; } }
procedure NotMaintained(n: int)
{ var i: int; i := 0;
  while (i < n) invariant i <= 3;
  { i := i + 1; } }
procedure NotOnEntry(n: int)
{ var i: int; i := n;
  while (i < 10)
    invariant i <= 10;
  { i := i + 1; } }
procedure TooWeak()
{ var i: int; i := 0;
  while (i < 3)
  { i := i + 1; }
  assert i == 3; }
procedure Nested(n: int) requires n >= 0;
{ var i, j, k: int; i, k := 0, 0;
  while (i < n) invariant 0 <= i && i <= n && k >= i;
  { j := 0;
    while (j < 2) invariant 0 <= j && j <= 2 && k >= i + j; { j := j + 1; k := k + 1; }
    i := i + 1; }
  assert k >= n; }
procedure Goto()
{ var i: int;
  i := 0;
head:
  assert 0 <= i && i <= 5;
  goto body, done;
body:
  assume i < 5; i := i + 1; goto head;
done:
  assume i >= 5; assert i == 5; return; }
procedure Free(n: int)
{ var i: int; i := 0;
  while (*) free invariant i == 0; { i := i + 1; }
  assert i == 0; }
procedure Where() returns (r: int where r > 2)
{ var w: int where w > 0;
  while (*) { havoc w, r; }
  assert w > 0 && r > 2; }
procedure Broken()
{ var i: int; i := 0;
  while (true) invariant i <= 2; { if (i == 2) { break; } i := i + 1; }
  assert i == 2; }
