// verdict: correct
// No term of the program is an instance: only a model shows the contradiction.
procedure main(m: [bool]int)
{
  assume (forall b: bool :: {m[b]} m[b] > 0);
  assume (forall b: bool :: {m[b]} m[b] < 0);
  assert false;
}
