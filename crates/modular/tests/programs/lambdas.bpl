// SameUpToNames: verified
// WithQuantifiers: verified
// WithOrder: verified
// OtherBody: fails 34
// Captured: fails 42

function above(x: int, y: int): bool;

procedure SameUpToNames()
{
  var f, g: [int][int]int;
  f := (lambda x: int :: (lambda y: int :: x - y));
  g := (lambda a: int :: (lambda b: int :: a - b));
  assert f == g;
}
procedure WithQuantifiers()
{
  var f, g: [int]bool;
  f := (lambda x: int :: (exists y: int :: above(x, y)));
  g := (lambda a: int :: (exists b: int :: above(a, b)));
  assert f == g;
}
procedure WithOrder(c: int)
{
  var f, g: [int]bool;
  f := (lambda x: int :: (forall y: int :: x == y ==> y == c));
  g := (lambda a: int :: (forall b: int :: a == b ==> b == c));
  assert f == g;
}
procedure OtherBody()
{
  var f: [int, int]int;
  f := (lambda x: int, y: int :: x);
  assert f == (lambda x: int, y: int :: y);
}
procedure Captured(c: int, d: int)
{
  var f, g: [int]int;
  f := (lambda x: int :: x + c);
  g := (lambda x: int :: x + d);
  if (c == d) { assert f == g; }
  assert f == g;
}
