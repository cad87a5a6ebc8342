// verdict: bug at 7
procedure main(n: int)
{
  var i: int;
  i := n;
  while (i < 0)
  invariant i >= 0; // fails
  {
    i := i + 1;
  }
}
