// fields as targets, and taking a value apart
datatype Pair { Pair(first: int, second: bool) }
procedure p() returns (x: int, b: bool) {
  var q: Pair;
  var m: [int]Pair;
  q->first := 3;
  m[3]->second := true;
  q := m[3]->(first := 4);
  Pair(x, b) := q;
  assert q is Pair && b == q->second;
}
