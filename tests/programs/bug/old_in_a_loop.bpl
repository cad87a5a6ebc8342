// verdict: bug at 11
var g: int;
procedure main()
modifies g;
{
  var i: int;
  i := 0;
  while (i < 2) {
    g := g + 1;
    i := i + 1;
    assert g == old(g) + 1; // fails
  }
}
