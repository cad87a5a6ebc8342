// gotos forward, backward and into blocks
procedure p() {
  var x: int;
  start: x := 1; goto middle, done;
  middle: x := x + 1; goto start, middle, inside;
  done: while (*) { inside: x := 2; }
}
