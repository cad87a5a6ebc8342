// verdict: correct
// options: --recursion-bound 3
procedure main()
{
  var i: int;
  i := 0;
  outer:
  while (true) {
    while (true) {
      i := i + 1;
      if (i == 2) { break outer; }
    }
    assert false;
  }
  assert i == 2;
}
