// verdict: bounded 3
procedure main(b: bool)
{
  var i: int;
  start:
    i := 0;
    goto left, right;
  left:
    i := i + 1;
    goto right, done;
  right:
    i := i + 10;
    goto left, done;
  done:
    assert i > 0;
}
