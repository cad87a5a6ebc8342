// verdict: correct
procedure main(x: int, y: int)
{
  var larger: int;
  larger := if x < y then y else x;
  assert larger >= x && larger >= y;
}
