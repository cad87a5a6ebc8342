// verdict: bug at 17
// options: --recursion-bound 3
procedure main()
{
  var i: int;
  start:
    i := 0;
    goto head;
  head:
    i := i + 1;
    goto head, early, late;
  early:
    assume i == 1;
    return;
  late:
    assume i == 3;
    assert false; // fails
}
