// verdict: bug at 6
datatype List { Nil(), Cons(head: int, tail: List) }
procedure main(l: List)
{
  assume l is Cons;
  assert l->tail is Nil; // fails
}
