// verdict: bug at 8
// options: --recursion-bound 6
procedure main()
{
  var i: int;
  i := 0;
  while (i < 4)
  invariant i < 4; // fails
  {
    i := i + 1;
  }
}
