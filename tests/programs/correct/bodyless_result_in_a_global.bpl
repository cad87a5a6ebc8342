// verdict: correct
var g: int;
procedure main()
modifies g;
{
  g := 1;
  call g := work();
  assert g == 10;
}
procedure work() returns (r: int);
modifies g;
ensures g == old(g) + 1 && r == g * 5;
