// The library `set_size`, on top of `base`: how many elements a set has, for programs whose sets are finite. The names are
// those of Boogie's library of the same name; the text is Lariat's own.

function Set_Size<T>(a: Set T): int;

axiom (forall<T> a: Set T :: {Set_Size(a)} Set_Size(a) >= 0);
axiom (forall<T> a: Set T :: {Set_Size(a)} Set_Size(a) == 0 <==> a == Set_Empty());
// With and without an element. (The triggers are what the functions on sets are made of.)
axiom (forall<T> val: [T]bool, element: T :: {Set_Size(Set(val[element := true]))}
  Set_Size(Set(val[element := true])) == Set_Size(Set(val)) + (if val[element] then 0 else 1));
axiom (forall<T> val: [T]bool, element: T :: {Set_Size(Set(val[element := false]))}
  Set_Size(Set(val[element := false])) == Set_Size(Set(val)) - (if val[element] then 1 else 0));
// What a set has in common with another one, and the rest of it, are all of it.
axiom (forall<T> a: Set T, b: Set T :: {Set_Size(Set_Difference(a, b))} {Set_Size(Set_Intersection(a, b))}
  Set_Size(Set_Difference(a, b)) + Set_Size(Set_Intersection(a, b)) == Set_Size(a));
axiom (forall<T> a: Set T, b: Set T :: {Set_Size(Set_Union(a, b))}
  Set_Size(Set_Union(a, b)) == Set_Size(Set_Difference(a, b)) + Set_Size(b));

pure procedure Lemma_SubsetSize<T>(a: Set T, b: Set T);
  requires Set_IsSubset(a, b);
  ensures Set_Size(a) <= Set_Size(b);
  ensures Set_Size(a) == Set_Size(b) ==> a == b;
