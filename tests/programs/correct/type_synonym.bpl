// verdict: correct
type Pointer = int;
type Memory = [Pointer]int;
procedure main(p: Pointer)
{
  var m: Memory;
  m[p] := 1;
  assert m[p] == 1;
}
