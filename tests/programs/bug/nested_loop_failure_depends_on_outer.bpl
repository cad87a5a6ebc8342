// verdict: bug at 10
// options: --recursion-bound 3
procedure main()
{
  var i, j: int;
  i := 0;
  while (i < 2) {
    j := 0;
    while (j < 2) {
      assert i + j != 2; // fails
      j := j + 1;
    }
    i := i + 1;
  }
}
