// verdict: error: is assigned more than once
procedure main(x: int)
{
  var {:assumption} a: bool;
  a := a && x > 0;
  a := a && x > 1;
}
