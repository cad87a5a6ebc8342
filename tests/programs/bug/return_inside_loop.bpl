// verdict: bug at 7
// options: --recursion-bound 3
procedure main()
{
  var r: int;
  call r := find();
  assert r != 2; // fails
}
procedure find() returns (r: int)
{
  r := 0;
  while (true) {
    if (r == 2) { return; }
    r := r + 1;
  }
}
