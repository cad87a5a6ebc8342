// A journey there and back, each way with as many changes as it takes. Its calls are alternatives, so the search
// can be split into parts at them: `lariat split examples/journey.bpl --parts 4 --after 0s`.
//
//   lariat check examples/journey.bpl     proved: a long way there leaves too little of seven for the way back

var paid: int;

procedure {:inline 0} bus(distance: int)
  modifies paid;
{
  if (distance > 5) { paid := paid + 3; } else { paid := paid + 2; }
}

procedure {:inline 0} train(distance: int)
  modifies paid;
{
  if (distance > 20) { paid := paid + 9; } else { paid := paid + 5; }
}

procedure travel(distance: int)
  modifies paid;
{
  if (distance > 50) {
    call train(50);
    call travel(distance - 50);
  } else if (*) {
    call train(distance);
  } else {
    call bus(distance);
  }
}

procedure {:entrypoint} main(there: int, back: int, detour: int)
  modifies paid;
{
  paid := 0;
  if (there > detour) { call travel(there); } else { call travel(detour); }
  if (back > detour) { call travel(back); } else { call travel(detour); }
  assert paid != 7 || there <= 50;
}
