// McCarthy's 91 function. The recursion has no bound that is known beforehand, so the search says how
// deep it looked, and which procedure wanted to go deeper; the unbounded engine finds a summary.
//
//   lariat check examples/recursion.bpl                           proved
//   lariat check examples/recursion.bpl --unbounded off           no bug within bound 3
//   lariat check examples/recursion.bpl --entry wrong             bug

procedure f(n: int) returns (r: int)
{
  if (n > 100) {
    r := n - 10;
  } else {
    call r := f(n + 11);
    call r := f(r);
  }
}

procedure {:entrypoint} main(n: int)
{
  var r: int;
  assume n <= 101;
  call r := f(n);
  assert r == 91;
}

procedure wrong(n: int)
{
  var r: int;
  assume n <= 102;
  call r := f(n);
  assert r == 91;
}
