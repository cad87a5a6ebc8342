// verdict: correct
// Two maps that agree everywhere are the same map: nothing that a rough look knows.
var m: [int]int;
procedure main(i: int)
modifies m;
{
  var n: [int]int;
  n := m;
  if (m[i] == 1) {
    call set(i);
    assert m == n;
  }
}
procedure set(i: int)
modifies m;
{
  m := m[i := 1];
}
