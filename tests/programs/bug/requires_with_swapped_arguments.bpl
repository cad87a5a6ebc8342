// verdict: bug at 5
procedure main(a: int, b: int)
{
  assume a < b;
  call check(b, a); // fails
}
procedure check(a: int, b: int)
requires a < b;
{
}
