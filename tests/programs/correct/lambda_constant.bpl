// verdict: correct
procedure main(k: int)
{
  var m: [int]bool;
  m := (lambda i: int :: false);
  assert !m[k];
  m[2] := true;
  assert m[k] ==> k == 2;
}
