// verdict: proved
var locked: bool;
procedure acquire() modifies locked; { assert !locked; locked := true; }
procedure release() modifies locked; { assert locked; locked := false; }
procedure main() modifies locked; {
  locked := false;
  while (*) {
    call acquire();
    if (*) { call release(); call acquire(); }
    call release();
  }
  assert !locked;
}
