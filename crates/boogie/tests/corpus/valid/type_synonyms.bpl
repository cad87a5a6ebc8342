// synonyms, with parameters, used before their declaration
var m: Map int bool;
type Map a b = [a]b;
type Ref = int;
type Heap = Map Ref Ref;
procedure p(h: Heap) returns (r: Ref) { r := h[h[0]]; }
