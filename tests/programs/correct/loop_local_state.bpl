// verdict: correct
// A variable that the loop does not change keeps its value; one that it havocs does not.
procedure main(x: int)
{
  var kept, lost, i: int;
  kept, lost, i := x, x, 0;
  while (i < 1) {
    havoc lost;
    assume lost > x;
    i := i + 1;
  }
  assert kept == x;
  assert lost > x;
}
