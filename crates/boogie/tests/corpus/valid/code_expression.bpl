// statements inside of an expression
procedure p(n: int) {
  assert |{ var x: int; A: x := n; goto B, C; B: assume x > 0; return true; C: assume x <= 0; return x <= 0; }|;
}
