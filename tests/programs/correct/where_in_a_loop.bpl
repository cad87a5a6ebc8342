// verdict: correct
procedure main()
{
  var x: int where x > 0;
  while (*) {
    havoc x;
    assert x > 0;
  }
}
