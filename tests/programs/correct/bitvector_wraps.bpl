// verdict: correct
function {:bvbuiltin "bvadd"} add(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvult"} less(bv8, bv8) returns (bool);
procedure main()
{
  assert add(255bv8, 1bv8) == 0bv8;
  assert less(0bv8, 255bv8);
}
