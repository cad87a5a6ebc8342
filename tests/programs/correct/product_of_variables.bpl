// verdict: correct
// A first, rough look lets products be anything: the path it finds is none.
procedure main(x: int, y: int)
requires 2 <= x && x <= 3;
{
  var z: int;
  assume y == x;
  z := x * y;
  assert z == 4 || z == 9;
}
