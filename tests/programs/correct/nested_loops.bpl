// verdict: correct
// options: --recursion-bound 4
procedure main()
{
  var i, j, count: int;
  i, count := 0, 0;
  while (i < 3) {
    j := 0;
    while (j < 2) {
      count := count + 1;
      j := j + 1;
    }
    i := i + 1;
  }
  assert count == 6;
}
