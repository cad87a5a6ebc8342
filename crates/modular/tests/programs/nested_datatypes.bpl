// SetsOfStores: fails 9
// Indexed: verified

// A datatype that is the index of a map in another one.
datatype Store { Store(cells: [int]int, used: int) }
datatype Stores { Stores(there: [Store]bool) }
procedure SetsOfStores(s: Store, all: Stores)
{
  assert all->there[s];
}
procedure Indexed(s: Store, all: Stores)
{
  var more: Stores;
  more := all->(there := all->there[s := true]);
  assert more->there[Store(s->cells, s->used)];
}
