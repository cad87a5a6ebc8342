// verdict: bug at 6
procedure main(k: int)
{
  var m: [int]int;
  m := (lambda i: int :: i + k);
  assert m[3] != 10; // fails
}
