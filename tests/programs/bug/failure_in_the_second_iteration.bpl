// verdict: bug at 9
// options: --recursion-bound 3
procedure main()
{
  var seen: bool;
  var i: int;
  seen, i := false, 0;
  while (i < 3) {
    assert !seen; // fails
    seen := i == 0;
    i := i + 1;
  }
}
