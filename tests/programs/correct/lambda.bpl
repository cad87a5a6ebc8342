// verdict: correct
procedure main(k: int)
{
  var m: [int]int;
  m := (lambda i: int :: i + k);
  assert m[3] == 3 + k;
  m[3] := 0;
  assert m[3] == 0 && m[4] == 4 + k;
}
