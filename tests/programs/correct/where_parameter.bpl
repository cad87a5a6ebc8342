// verdict: correct
procedure main()
{
  var y: int;
  call y := get(-1);
  assert y >= 10;
}
procedure get(a: int where a < 0) returns (r: int where r >= 10)
{
  assert a < 0;
}
