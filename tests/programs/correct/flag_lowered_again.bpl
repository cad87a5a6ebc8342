// verdict: correct
// options: --goal return
var err: bool;
procedure main()
modifies err;
{
  err := false;
  call raise();
  if (err) { call lower(); }
  assume err;
}
procedure raise()
modifies err;
{
  if (*) { err := true; }
}
procedure lower()
modifies err;
{
  err := false;
}
