// verdict: correct
procedure main(n: int)
  requires n >= 0;
  measure n;
{
  var i: int;
  i := 0;
  if (n > 0 && n < 2) {
    call main(n - 1);
  }
}
