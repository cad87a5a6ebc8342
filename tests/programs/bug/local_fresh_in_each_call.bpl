// verdict: bug at 8
// A local does not remember its value from the last call.
procedure main()
{
  var a, b: int;
  call a := get();
  call b := get();
  assert a == b; // fails
}
procedure get() returns (r: int)
{
  var x: int;
  r := x;
}
