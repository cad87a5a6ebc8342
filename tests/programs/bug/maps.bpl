// verdict: bug at 7
procedure main(i: int, j: int)
{
  var n: [int]int;
  n[i] := 5;
  n[j] := 6;
  assert n[i] == 5; // fails
}
