// verdict: bug at 10
// The result of a call goes into a global that the callee writes too: the result wins.
var k: int;
var h: int;
procedure main()
modifies h, k;
{
  call k := choose();
  call h := choose();
  assert k <= 0; // fails
}
procedure choose() returns (s: int)
modifies k;
{
  assume s == 1 || s == 0;
  if (s != 0) {
    k := h;
  }
}
