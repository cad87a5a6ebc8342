// verdict: bug at 6
procedure main(x: int)
{
  var {:assumption} a: bool;
  a := a && x > 0;
  assert a; // fails
}
