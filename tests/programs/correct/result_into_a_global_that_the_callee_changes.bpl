// verdict: correct
// The counterpart of the program of the same name with a bug.
var k: int;
procedure main()
modifies k;
{
  call k := seven();
  assert k == 7;
  call other();
  assert k == 9;
}
procedure seven() returns (s: int)
modifies k;
{
  k := 3;
  s := 7;
}
procedure other()
modifies k;
{
  k := 9;
}
