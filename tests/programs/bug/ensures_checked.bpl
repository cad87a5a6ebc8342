// verdict: bug at 12
procedure main()
{
  var y: int;
  call y := get();
  assert y == 1;
}
procedure get() returns (y: int)
ensures y == 1;
{
  havoc y;
} // fails
