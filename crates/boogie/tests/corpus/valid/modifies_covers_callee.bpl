// the caller declares what its callees modify
var g, h: int;
procedure q(); modifies g;
procedure p() modifies h, g; { call q(); h := g; }
