// verdict: bug at 5
type Thing;
procedure main(a: Thing, b: Thing)
{
  assert a == b; // fails
}
