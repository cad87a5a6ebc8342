// verdict: bug at 8
// options: --infer-modifies
var g: int;
procedure main()
{
  g := 0;
  call bump();
  assert g == 0; // fails
}
procedure bump()
{
  g := g + 1;
}
