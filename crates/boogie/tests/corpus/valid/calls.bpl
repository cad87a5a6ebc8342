// results, arguments, attributes
procedure q(a: int, b: bool) returns (c: int, d: bool);
procedure p() {
  var i: int; var b: bool;
  call i, b := q(i + 1, b);
  call {:cexpr "i"} {:si_unique_call 3} i, b := q(2, true);
}
