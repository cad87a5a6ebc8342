// verdict: proved
procedure main() {
  var north, east: bool, turn: int;
  north := false; east := false; turn := 0;
  while (*) {
    if (turn == 0) { if (*) { north := true; } else { north := false; turn := 1; } }
    else { if (*) { east := true; } else { east := false; turn := 0; } }
    assert !(north && east);
  }
}
