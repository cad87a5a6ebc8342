// verdict: correct
procedure main()
{
  var x: int where x > 0 && x < 0;
  assert x == x && false;
}
