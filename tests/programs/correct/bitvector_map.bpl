// verdict: correct
procedure main(k: bv2)
{
  var m: [bv2]bv2;
  m[0bv2] := 1bv2;
  m[1bv2] := 2bv2;
  m[2bv2] := 3bv2;
  m[3bv2] := 0bv2;
  assert m[m[m[m[k]]]] == k;
}
