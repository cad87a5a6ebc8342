// verdict: bug at 17
// options: --recursion-bound 5
procedure main()
{
  var i: int;
  start:
    i := 0;
    goto head;
  head:
    goto body, done;
  body:
    assume i < 4;
    i := i + 1;
    goto head;
  done:
    assume i >= 4;
    assert i == 5; // fails
    return;
}
