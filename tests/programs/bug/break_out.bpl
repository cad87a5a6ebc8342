// verdict: bug at 11
// options: --recursion-bound 4
procedure main(n: int)
{
  var i: int;
  i := 0;
  while (true) {
    if (i == 3) { break; }
    i := i + 1;
  }
  assert i != 3; // fails
}
