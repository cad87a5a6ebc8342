// literals, extraction and concatenation
function {:bvbuiltin "bvadd"} add(x: bv8, y: bv8) returns (bv8);
axiom 5bv8[4:0] ++ 1bv4 == 81bv8;
axiom add(1bv8, 2bv8)[8:0] == 3bv8;
axiom 7bv8[3:3] == 0bv0;
const wide: bv128;
axiom wide[128:64] ++ wide[64:0] == wide;
