// verdict: bug at 8
var g: int;
procedure main()
modifies g;
{
  g := 1;
  call unknown();
  assert g == 1; // fails
}
procedure unknown();
modifies g;
ensures g > 0;
