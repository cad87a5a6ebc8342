// Nested loops: a bubble sort over three places with one pass too few.
//
//   lariat check examples/unsorted.bpl --recursion-bound 4    bug

procedure {:entrypoint} sort(start: [int]int) returns (a: [int]int)
{
  var pass, i, t: int;

  a := start;
  pass := 0;
  while (pass < 1) {
    i := 0;
    while (i < 2) {
      if (a[i] > a[i + 1]) {
        t := a[i];
        a[i] := a[i + 1];
        a[i + 1] := t;
      }
      i := i + 1;
    }
    pass := pass + 1;
  }
  assert a[0] <= a[1] && a[1] <= a[2];
}
