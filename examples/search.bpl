// Binary search in a sorted map. The quantified assumption says that the map is sorted; the loop is
// searched to the bound, and then proved for every bound.
//
//   lariat check examples/search.bpl                                       proved
//   lariat check examples/search.bpl --houdini off --unbounded off        no bug within bound 3

procedure {:entrypoint} search(a: [int]int, size: int, key: int) returns (found: int)
{
  var low, high, middle: int;

  assume 0 <= size && size <= 4;
  assume (forall i, j: int :: { a[i], a[j] } 0 <= i && i <= j && j < size ==> a[i] <= a[j]);
  low, high, found := 0, size, -1;
  while (low < high) {
    middle := (low + high) div 2;
    assert 0 <= middle && middle < size;
    if (a[middle] == key) {
      found := middle;
      break;
    } else if (a[middle] < key) {
      low := middle + 1;
    } else {
      high := middle;
    }
  }
  assert found >= 0 ==> a[found] == key;
}
