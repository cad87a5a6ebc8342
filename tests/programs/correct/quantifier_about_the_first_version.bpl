// verdict: correct
// What is known of every element of the map at the start holds of one that was never written.
var routine: [int]int;
procedure main(p: int, q: int)
modifies routine;
{
  var r: int;
  assume (forall x: int :: { routine[x] } routine[x] <= 0 || routine[x] > 548);
  assume p != q;
  call set(q, 5);
  call r := get(p);
  assert r != 5;
}
procedure set(at: int, value: int)
modifies routine;
{
  routine[at] := value;
}
procedure get(at: int) returns (r: int)
{
  r := routine[at];
}
