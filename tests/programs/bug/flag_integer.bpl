// verdict: bug
// options: --goal return --recursion-bound 3
// The flag as an integer, raised inside a loop.
var status: int;
var n: int;
procedure main()
modifies status, n;
{
  status := 0;
  n := 0;
  call run();
  if (status == 1) { return; }
  assume status == 1;
}
procedure run()
modifies status, n;
{
  while (n < 3) {
    call step();
    if (status == 1) { return; }
  }
}
procedure step()
modifies status, n;
{
  n := n + 1;
  if (n == 2) { status := 1; }
}
