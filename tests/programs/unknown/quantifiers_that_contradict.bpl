// verdict: unknown
// The solver finds no instance to contradict itself with; the replay does, so there is no bug.
procedure main(m: [bool]int)
{
  assume (forall b: bool :: {m[b]} m[b] > 0);
  assume (forall b: bool :: {m[b]} m[b] < 0);
  assert false;
}
