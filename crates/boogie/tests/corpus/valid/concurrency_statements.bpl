// yield, async and parallel calls
procedure q() returns (r: int);
procedure s();
procedure p() {
  var x, y: int;
  yield;
  async call s();
  par x := q() | y := q();
}
