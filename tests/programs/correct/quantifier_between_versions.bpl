// verdict: correct
// A copy of memory, as front ends describe it: every element of the new version by the old one.
var memory: [int]int;
procedure main(from: int, to: int)
modifies memory;
{
  assume to > from + 10;
  memory[from + 2] := 42;
  call copy(to, from, 4);
  assert memory[to + 2] == 42;
}
procedure copy(to: int, from: int, size: int)
modifies memory;
{
  var old_memory: [int]int;
  old_memory := memory;
  havoc memory;
  assume (forall x: int :: { memory[x] }
    to <= x && x < to + size ==> memory[x] == old_memory[x - to + from]);
  assume (forall x: int :: { memory[x] }
    x < to || to + size <= x ==> memory[x] == old_memory[x]);
}
