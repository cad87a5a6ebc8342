// A sender numbers messages modulo 4 and keeps up to three unanswered. The receiver accepts a message
// as new if its number is not the one before. Is a message ever taken for another?
//
//   lariat check examples/protocol.bpl --recursion-bound 6

type Channel = [int]int;

procedure {:entrypoint} main()
{
  var channel: Channel;
  var sent, received, last: int;

  sent, received, last := 0, 0, -1;
  while (*) {
    if (*) {
      assume sent - received < 3;
      channel[sent] := sent mod 4;
      sent := sent + 1;
    } else {
      assume received < sent;
      assert channel[received] != last;
      last := channel[received];
      received := received + 1;
    }
  }
}
