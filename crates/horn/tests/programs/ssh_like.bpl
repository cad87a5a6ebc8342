// verdict: proved
procedure main() {
  var s, hit, method: int;
  s := 8464; hit := 0;
  havoc method;
  while (*) {
    if (s == 8464) { s := 8466; hit := 0; }
    else if (s == 8466) { if (hit == 0) { hit := 1; } s := 8481; }
    else if (s == 8481) { if (*) { s := 8482; } else { s := 8640; } }
    else if (s == 8482) { if (method == 3) { s := 8656; } else { s := 8640; } }
    else if (s == 8640) { if (hit == 3) { assert false; } s := 8656; }
    else if (s == 8656) { if (hit == 2) { hit := 3; } s := 8672; }
    else if (s == 8672) { if (hit == 4) { hit := 2; } if (*) { s := 8466; } else { s := 8640; } }
  }
}
