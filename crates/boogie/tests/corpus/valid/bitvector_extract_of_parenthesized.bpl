// extraction binds like indexing
const x: bv16;
const m: [int]bv16;
axiom (x ++ x)[16:0] == x && m[3][8:0] == x[8:0];
