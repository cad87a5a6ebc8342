// verdict: correct
// options: --goal return
var err: bool;
var x: int;
procedure main()
modifies err, x;
{
  err := false;
  x := 0;
  call step();
  if (err) { return; }
  call step();
  assume err;
}
procedure step()
modifies err, x;
{
  x := x + 1;
  if (x > 2) {
    err := true;
    return;
  }
}
