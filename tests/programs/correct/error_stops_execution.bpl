// verdict: correct
// options: --goal return
// After a failing assertion nothing is executed.
var g: int;
procedure main()
modifies g;
{
  g := 0;
  call check();
  assume g == 1;
}
procedure check()
modifies g;
{
  assert g == 1;
  g := 1;
}
