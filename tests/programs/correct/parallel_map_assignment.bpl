// verdict: correct
// Map assignments read the old values, too.
procedure main()
{
  var m: [int]int;
  var i: int;
  i := 1;
  m[1] := 5;
  m[i], i := i, m[i];
  assert i == 5 && m[1] == 1;
}
