// verdict: correct
// The same with the pointer that always is the right one.
var status: [int]int;
procedure main(irp: int, other: int, b: bool)
modifies status;
{
  var p: int;
  assume irp > 0 && other > 0;
  status[irp + 36] := 0;
  if (b) {
    p := irp;
  } else {
    p := irp;
    call complete(other, 259);
  }
  call complete(p, 7);
  call finish(other);
  assert status[irp + 36] == 7;
}
procedure complete(target: int, value: int)
modifies status;
{
  status[target + 36] := value;
}
procedure finish(target: int)
modifies status;
{
  if (status[target + 36] == 0) {
    call complete(target, 7);
  }
}
