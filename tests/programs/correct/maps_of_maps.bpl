// verdict: correct
procedure main(i: int)
{
  var m: [int][bool]int;
  m[i][true] := 3;
  m[i][false] := 4;
  assert m[i][true] == 3 && m[i][false] == 4;
}
