// if, else if, while and break
procedure p(n: int) returns (i: int) {
  i := 0;
  while (i < n)
    invariant i >= 0;
    free invariant {:attr} i <= n;
  {
    if (i == 3) { break; } else if (*) { i := i + 2; } else { i := i + 1; }
  }
  while (*) { }
  if (*) { return; }
}
