// with set_size
// Sizes: verified
// Halves: verified

procedure Sizes(a: Set int)
{
  assert Set_Size(Set_Add(Set_Add(Set_Empty(), 3), 4)) == 2;
  assert Set_Size(a) >= 0 && (Set_Size(a) == 0 ==> a == Set_Empty());
  assert Set_Contains(a, 6) ==> Set_Size(Set_Remove(a, 6)) < Set_Size(a);
}

procedure Halves(a: Set int)
  requires Set_Contains(a, 0);
{
  var rest: Set int;
  rest := Set_Remove(a, 0);
  assert Set_Size(rest) + 1 == Set_Size(a);
  call Lemma_SubsetSize(rest, a);
  assert Set_Size(rest) < Set_Size(a);
}
