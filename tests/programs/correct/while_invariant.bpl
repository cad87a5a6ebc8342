// verdict: correct
// options: --recursion-bound 6
procedure main()
{
  var i: int;
  i := 0;
  while (i < 4)
  invariant i <= 4;
  {
    i := i + 1;
  }
  assert i == 4;
}
