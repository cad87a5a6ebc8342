// verdict: bug
// options: --goal return
// `old` of the flag is its value when the procedure was called, not the present one.
var err: bool;
var seen: bool;
procedure main()
modifies err, seen;
{
  err := false;
  call raise();
  if (err) {
    assume !seen;
    return;
  }
  assume err;
}
procedure raise()
modifies err, seen;
{
  err := true;
  seen := old(err);
}
