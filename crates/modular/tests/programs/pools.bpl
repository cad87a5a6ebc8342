// NamedValue: verified
// NothingIsAssumed: fails 27
// TwoVariables: verified
// ThroughALambda: verified
// OwnTriggersStay: verified

function good(x: int): bool;
function apart(x: int, y: int): bool;
datatype Request { Request(number: int) }

// The map says that nothing is open, and that what is numbered from `next` to `last` is.
procedure NamedValue(next: int, last: int)
{
  var open: [Request]bool;
  assume next <= last;
  assume (forall {:pool "requests"} r: Request :: open[r] == (next < r->number && r->number <= last));
  assume (forall {:pool "requests"} r: Request :: !open[r]);
  assert {:add_to_pool "requests", Request(last)} next == last;
}

// A pool makes nothing true.
procedure NothingIsAssumed(x: int)
{
  assume (forall {:pool "numbers"} y: int :: y > 100 ==> good(y));
  assert {:add_to_pool "numbers", x} x > 100 ==> good(x);
  assume {:add_to_pool "numbers", x, x + 1} true;
  assert good(x);
}

procedure TwoVariables(a: int, b: int)
{
  assume (forall {:pool "left"} x: int, {:pool "right"} y: int :: apart(x - 1, y + 1));
  assume {:add_to_pool "left", a + 1} {:add_to_pool "right", b - 1} true;
  assert apart(a, b);
}

procedure ThroughALambda(first: int, last: int)
{
  var open: [Request]bool;
  assume first <= last;
  open := (lambda {:pool "requests"} r: Request :: first < r->number && r->number <= last);
  assume (forall r: Request :: !open[r]);
  assert {:add_to_pool "requests", Request(last)} first == last;
}

procedure OwnTriggersStay()
{
  assume (forall {:pool "numbers"} x: int :: {good(x)} good(x) ==> good(x + 1));
  assume good(3);
  assert {:add_to_pool "numbers", 3} good(4);
}
