// Memory as a map, allocation by a growing counter: two allocations never overlap, but two
// parameters may be the same address.
//
//   lariat check examples/heap.bpl                       proved
//   lariat check examples/heap.bpl --entry swap_aliased  bug: x == y

var mem: [int]int;
var next: int;

procedure malloc(size: int) returns (p: int)
  modifies next;
{
  assume next > 0 && size > 0;
  p := next;
  next := next + size;
}

procedure {:entrypoint} main()
  modifies mem, next;
{
  var a, b: int;

  call a := malloc(4);
  call b := malloc(4);
  mem[a] := 1;
  mem[b] := 2;
  assert mem[a] == 1;
}

procedure swap_aliased(x: int, y: int)
  modifies mem;
{
  mem[x] := 1;
  mem[y] := 2;
  assert mem[x] == 1;
}
