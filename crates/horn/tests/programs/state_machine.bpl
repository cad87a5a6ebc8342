// verdict: proved
procedure main() {
  var s, blocked: int;
  s := 8466; blocked := 0;
  while (*) {
    if (s == 8466) { if (blocked == 2) { assert false; } s := 8496; }
    else if (s == 8496) { if (blocked == 0) { blocked := 1; } s := 8512; }
    else if (s == 8512) { if (*) { s := 8528; } else { s := 8466; } }
    else if (s == 8528) { if (blocked == 1) { s := 8560; } else { s := 8544; } }
    else if (s == 8544) { blocked := 2; s := 8466; }
    else if (s == 8560) { s := 8466; }
  }
}
