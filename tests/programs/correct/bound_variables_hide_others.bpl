// verdict: correct
procedure main(x: int)
  requires x == 3;
{
  var y: int;
  y := (var x := x + 1; x);
  assert (forall x: int :: (exists x: int :: x > 5)) && x == 3 && y == 4;
}
