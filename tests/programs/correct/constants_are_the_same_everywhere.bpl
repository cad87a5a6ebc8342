// verdict: correct
const size: int;
procedure main()
{
  var r: int;
  call r := get();
  assert r == size;
}
procedure get() returns (r: int)
{
  r := size;
}
