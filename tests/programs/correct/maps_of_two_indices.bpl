// verdict: correct
procedure main()
{
  var m: [int, bool]int;
  m[1, true] := 3;
  m[1, false] := 4;
  assert m[1, true] == 3;
}
