// verdict: correct
procedure main(n: int)
{
  var i: int;
  i := n;
  while (i > 3)
  free invariant i <= 3;
  {
    assert false;
  }
  assert i <= 3;
}
