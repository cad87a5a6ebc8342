// verdict: correct
procedure main(b: bool)
{
  var i: int;
  i := 0;
  choice:
  if (b) {
    if (*) { break choice; }
    i := 1;
    assume false;
  }
  assert i == 0;
}
