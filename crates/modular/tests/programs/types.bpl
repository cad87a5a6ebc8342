// Keeps: verified
// Changes: fails 14
// Reads: verified

type Place;
type Field _;
type Heap = <V>[Place, Field V]V;
const size: Field int;
const full: Field bool;
// A function that speaks about all types means in a condition what its body does.
function {:inline} agree(a: Heap, b: Heap): bool { (forall<V> p: Place, f: Field V :: a[p, f] == b[p, f]) }
var heap: Heap;
procedure Keeps(p: Place) modifies heap; ensures agree(heap, old(heap)); { heap[p, size] := heap[p, size]; }
procedure Changes(p: Place) modifies heap; ensures agree(heap, old(heap)); { heap[p, size] := 3; }
procedure Reads(p: Place, h: Heap) { assume agree(h, heap); assert h[p, size] == heap[p, size] && h[p, full] == heap[p, full]; }
