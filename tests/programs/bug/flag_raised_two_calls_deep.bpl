// verdict: bug
// options: --goal return
var err: bool;
var x: int;
procedure main()
modifies err, x;
{
  err := false;
  x := 0;
  call outer();
  if (!err) { call outer(); }
  assume err;
}
procedure outer()
modifies err, x;
{
  call inner();
  if (err) { return; }
  call inner();
}
procedure inner()
modifies err, x;
{
  x := x + 1;
  if (x == 4) { err := true; }
}
