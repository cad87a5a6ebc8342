// verdict: correct
// options: --recursion-bound 4
// `old` in a loop is the value at the start of the procedure, not of the iteration.
var g: int;
procedure main()
modifies g;
{
  var i: int;
  i := 0;
  g := 10;
  call climb();
}
procedure climb()
modifies g;
{
  var i: int;
  i := 0;
  while (i < 2) {
    g := g + 1;
    i := i + 1;
    assert g == old(g) + i;
  }
  assert g == old(g) + 2;
}
