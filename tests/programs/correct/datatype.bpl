// verdict: correct
datatype List { Nil(), Cons(head: int, tail: List) }
procedure main(l: List)
{
  var x: List;
  x := Cons(1, Cons(2, Nil()));
  assert x is Cons && x->tail->head == 2;
  assert Nil() != x;
  assert l is Nil || l is Cons;
  assert l is Cons ==> l == Cons(l->head, l->tail);
}
