// verdict: correct
procedure main()
{
  var y: int;
  call y := get();
  assert y == 1;
}
procedure get() returns (y: int)
free ensures y == 1;
{
  havoc y;
}
