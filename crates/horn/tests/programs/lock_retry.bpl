// verdict: proved
var lock: int;
procedure main() modifies lock; {
  var old_value, new_value: int;
  lock := 0;
  new_value := old_value + 1;
  while (new_value != old_value) {
    assert lock == 0;
    lock := 1;
    old_value := new_value;
    if (*) { lock := 0; new_value := new_value + 1; }
  }
  assert lock == 1;
}
