// verdict: correct
// Formals are replaced by actuals all at once.
procedure main()
{
  call check(1, 2);
}
procedure check(a: int, b: int)
requires a < b;
{
  if (a < 0) { call check(b, a + b + b); }
  assume b > a + 5;
  call other(b, a);
}
procedure other(a: int, b: int)
requires b < a;
{
}
