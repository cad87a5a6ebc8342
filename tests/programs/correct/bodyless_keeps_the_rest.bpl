// verdict: correct
var g: int;
var h: int;
procedure main()
modifies g, h;
{
  var r: int;
  g := 1;
  h := 1;
  call r := unknown(5);
  assert g == 1;
  assert h == old(h) || r == 6;
  assert r == 6;
  assert h > 1;
}
procedure unknown(a: int) returns (r: int);
requires a == 5;
modifies h;
ensures h > old(h);
free ensures r == a + 1;
