// verdict: correct
function identity<T>(x: T) returns (T) { x }
procedure main(i: int, b: bool)
{
  assert identity(i) == i && identity(b) == b;
}
