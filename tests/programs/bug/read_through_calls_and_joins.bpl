// verdict: bug at 19
// What is read was written two calls and a join before, through a pointer that has another name there.
var status: [int]int;
procedure main(irp: int, other: int, b: bool)
modifies status;
{
  var p: int;
  assume irp > 0 && other > 0;
  status[irp + 36] := 0;
  status[other + 36] := 0;
  if (b) {
    p := irp;
  } else {
    p := other;
    call complete(irp, 259);
  }
  call complete(p, 7);
  call finish(irp);
  assert status[irp + 36] == 7 || irp == other; // fails: 259 stays if p is the other one
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
