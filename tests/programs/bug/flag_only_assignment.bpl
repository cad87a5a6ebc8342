// verdict: bug
// options: --goal return --recursion-bound 2
// An assignment of nothing but the error flag vanishes with the flag.
var err: int;
procedure main(a: bool) returns (r: bool)
modifies err;
{
  err := 0;
  call r := work(a);
  assume err == 1;
}
procedure work(a: bool) returns (r: bool)
modifies err;
{
  if (a) {
    call r := work(false);
    err := 1;
  }
}
