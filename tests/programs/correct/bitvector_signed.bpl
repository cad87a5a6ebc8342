// verdict: correct
function {:bvbuiltin "bvslt"} less(bv4, bv4) returns (bool);
function {:bvbuiltin "bvashr"} shift(bv4, bv4) returns (bv4);
function {:bvbuiltin "bvsdiv"} divide(bv4, bv4) returns (bv4);
function {:bvbuiltin "bvsrem"} rest(bv4, bv4) returns (bv4);
procedure main()
{
  assert less(15bv4, 0bv4);
  assert shift(12bv4, 1bv4) == 14bv4;
  assert divide(13bv4, 2bv4) == 15bv4;
  assert rest(13bv4, 2bv4) == 15bv4;
}
