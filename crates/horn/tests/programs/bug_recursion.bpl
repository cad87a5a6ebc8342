// verdict: bug
procedure down(n: int) { if (n == 0) { assert false; } else { call down(n - 1); } }
procedure main() { call down(6); }
