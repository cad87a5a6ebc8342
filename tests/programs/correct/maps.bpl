// verdict: correct
procedure main(m: [int]int, i: int, j: int)
{
  var n: [int]int;
  n := m[i := 5];
  assert n[i] == 5;
  assert i == j || n[j] == m[j];
  n[j] := 6;
  assert n[j] == 6;
  assert i != j ==> n[i] == 5;
  assert n == m[i := 5][j := 6];
}
