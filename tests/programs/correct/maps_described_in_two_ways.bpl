// verdict: correct
procedure main()
{
  var m, n: [int]int;
  m := (lambda i: int :: if i > 0 then i else 0 - i);
  n := (lambda i: int :: if i < 0 then 0 - i else i);
  assert m == n;
}
