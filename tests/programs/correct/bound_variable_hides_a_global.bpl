// verdict: correct
var g: int;
procedure main()
modifies g;
{
  g := 1;
  assert (forall g: bool :: g || !g);
  assert g == 1;
}
