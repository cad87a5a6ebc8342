// verdict: correct
procedure main(a: [bool]bool, b: [bool]bool)
{
  assume a[true] == b[true];
  assume a[false] == b[false];
  assert a == b;
}
