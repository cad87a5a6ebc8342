// verdict: correct
procedure main(m: [int]int)
{
  var n: [int]int;
  n := m;
  n[0] := m[0] + 1;
  assert m[0] != n[0];
  assert m == n[0 := m[0]];
}
