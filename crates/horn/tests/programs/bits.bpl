// verdict: proved
function {:bvbuiltin "bvand"} and8(a: bv8, b: bv8) returns (bv8);
function {:bvbuiltin "bvor"} or8(a: bv8, b: bv8) returns (bv8);
procedure main() {
  var x: bv8;
  x := 1bv8;
  while (*) { if (*) { x := or8(x, 2bv8); } else { x := and8(x, 7bv8); } }
  assert x != 0bv8;
}
