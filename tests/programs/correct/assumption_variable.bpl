// verdict: correct
procedure main(x: int)
{
  var {:assumption} a: bool;
  assert a;
  a := a && x == x;
  assert a;
}
