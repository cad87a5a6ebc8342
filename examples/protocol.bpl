// A sender numbers its messages modulo 2 and keeps up to three unanswered; the channel may lose one.
// The receiver takes a message for new if its number is not the one before. Is that safe?
//
//   lariat check examples/protocol.bpl --recursion-bound 3    no bug within bound 3
//   lariat check examples/protocol.bpl                        bug: a message is lost in between

type Channel = [int]int;

procedure {:entrypoint} main()
{
  var channel: Channel;
  var sent, received, last: int;

  sent, received, last := 0, 0, -1;
  while (*) {
    if (*) {
      assume sent - received < 3;
      channel[sent] := sent mod 2;
      sent := sent + 1;
    } else if (*) {
      assume received < sent;
      received := received + 1; // lost
    } else {
      assume received < sent;
      assert {:msg "a new message looks like the last one"} channel[received] != last;
      last := channel[received];
      received := received + 1;
    }
  }
}
