// verdict: bug at 12
procedure main(x: int)
{
  var r: int;
  if (x < 0) {
    r := -1;
  } else if (x == 0) {
    r := 0;
  } else {
    r := 1;
  }
  assert r <= 0; // fails
}
