// verdict: correct
// `==>` binds to the right, `<==` to the left.
procedure main(a: bool, b: bool, c: bool)
{
  assert (a ==> b ==> c) == (a ==> (b ==> c));
  assert (a <== b <== c) == ((a <== b) <== c);
}
