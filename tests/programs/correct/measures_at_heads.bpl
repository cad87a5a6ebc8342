// verdict: correct
// Where measures may stand; names may be called so, too.
procedure main() {
  var n, measure: int;
  measure := 1;
  n := measure;
  goto head;
  head:
    assert n >= 0;
    measure {:note 1} n, n > 2;
    goto body, done;
  body:
    assume n > 0;
    n := n - 1;
    goto head;
  done:
    assume n <= 0;
    assert n == 0;
}
