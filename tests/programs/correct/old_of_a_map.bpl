// verdict: correct
// `old` is about globals: a local in it has its present value.
var m: [int]int;
procedure main()
modifies m;
{
  m := (lambda i: int :: i * 10);
  call change();
}
procedure change()
modifies m;
{
  var i: int;
  i := 1;
  m[1] := 7;
  i := 2;
  m[2] := 8;
  assert old(m[i]) == 20;
  assert old(m)[1] == 10;
  assert m[old(i)] == 8;
}
