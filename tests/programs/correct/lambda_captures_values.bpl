// verdict: correct
// A lambda keeps the values that its variables had when it was evaluated.
var g: int;
procedure main()
modifies g;
{
  var m: [int]int;
  g := 1;
  m := (lambda i: int :: i + g);
  g := 5;
  assert m[2] == 3;
}
