// Algebraic datatypes: the sum of a list with two negative entries cannot be positive, can it?
//
//   lariat check examples/list.bpl --recursion-bound 3    no bug within bound 3: lists of two
//   lariat check examples/list.bpl --recursion-bound 4    bug: the third entry may be positive

datatype List { Nil(), Cons(head: int, tail: List) }

procedure sum(l: List) returns (s: int)
{
  if (l is Nil) {
    s := 0;
  } else {
    call s := sum(l->tail);
    s := s + l->head;
  }
}

procedure {:entrypoint} main(l: List)
{
  var s: int;
  assume l is Cons && l->tail is Cons;
  assume l->head < 0 && l->tail->head < 0;
  call s := sum(l);
  assert s < 0;
}
