// verdict: correct
function {:bvbuiltin "bvudiv"} divide(bv3, bv3) returns (bv3);
function {:bvbuiltin "bvurem"} rest(bv3, bv3) returns (bv3);
procedure main(x: bv3)
{
  assert divide(x, 0bv3) == 7bv3;
  assert rest(x, 0bv3) == x;
}
