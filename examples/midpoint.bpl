// The midpoint of two 8-bit numbers. The sum overflows, so the midpoint can lie outside.
//
//   lariat check examples/midpoint.bpl                     bug
//   lariat check examples/midpoint.bpl --entry careful     proved

function {:bvbuiltin "bvadd"} add(a: bv8, b: bv8): bv8;
function {:bvbuiltin "bvsub"} sub(a: bv8, b: bv8): bv8;
function {:bvbuiltin "bvudiv"} udiv(a: bv8, b: bv8): bv8;
function {:bvbuiltin "bvule"} le(a: bv8, b: bv8): bool;

procedure {:entrypoint} midpoint(low: bv8, high: bv8) returns (middle: bv8)
{
  assume le(low, high);
  middle := udiv(add(low, high), 2bv8);
  assert le(low, middle) && le(middle, high);
}

procedure careful(low: bv8, high: bv8) returns (middle: bv8)
{
  assume le(low, high);
  middle := add(low, udiv(sub(high, low), 2bv8));
  assert le(low, middle) && le(middle, high);
}
