// A lock must not be taken twice. Every third round forgets to release it.
//
//   lariat check examples/lock.bpl                         bug: three rounds are needed
//   lariat check examples/lock.bpl --recursion-bound 2     no bug within bound 2: the loop was cut

var locked: bool;

procedure Acquire()
  modifies locked;
{
  assert {:msg "the lock is taken twice"} !locked;
  locked := true;
}

procedure Release()
  modifies locked;
{
  locked := false;
}

procedure {:entrypoint} main(rounds: int)
  modifies locked;
{
  var i: int;

  locked := false;
  i := 0;
  while (i < rounds) {
    call Acquire();
    if (i mod 3 != 1) {
      call Release();
    }
    i := i + 1;
  }
}
