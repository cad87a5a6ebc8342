// one map for fields of all types
type Field a;
const unique f: Field int;
const unique g: Field bool;
var heap: <a>[int, Field a]a;
procedure p(o: int) modifies heap; {
  heap[o, f] := heap[o, f] + 1;
  heap[o, g] := !heap[o, g];
  heap := heap[o, f := 3][o, g := true];
}
