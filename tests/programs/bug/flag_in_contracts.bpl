// verdict: bug
// options: --goal return
var err: bool;
procedure main()
modifies err;
{
  err := false;
  call raise();
  assume err;
}
procedure raise()
modifies err;
ensures old(err) ==> err;
free ensures err || !old(err);
{
  if (*) { err := true; }
}
