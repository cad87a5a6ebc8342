// verdict: bug at 8
var heap: [int]int;
procedure main(p: int, q: int)
modifies heap;
{
  heap[p] := 1;
  call write(q);
  assert heap[p] == 1; // fails
}
procedure write(a: int)
modifies heap;
{
  heap[a] := 2;
}
