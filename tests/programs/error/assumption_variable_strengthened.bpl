// verdict: error: can only become `a && e`
procedure main(x: int)
{
  var {:assumption} a: bool;
  a := x > 0;
}
