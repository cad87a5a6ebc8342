// verdict: bounded 3
// options: --goal return
// A procedure that declares the flag modified but does not touch it.
var err: bool;
procedure main()
modifies err;
{
  err := false;
  call idle();
  call raise(false);
  assume err;
}
procedure idle()
modifies err;
{
  while (*) { }
}
procedure raise(b: bool)
modifies err;
{
  while (*) {
    if (b) { err := true; }
  }
}
