// verdict: correct
procedure main(a: bool, b: bool, c: bool, x: int)
{
  assert (a && b ==> c) == ((a && b) ==> c);
  assert (a ==> b <==> c) == ((a ==> b) <==> c);
  assert (!a || b) == ((!a) || b);
  assert x - 1 - 1 == x - 2;
  assert 2 + 3 * 4 == 14;
  assert 12 div 3 * 2 == 8;
  assert -x + x == 0;
}
