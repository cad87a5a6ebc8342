// the datatype declaration of later versions
datatype List<a> { Nil(), Cons(head: a, tail: List a) }
axiom (forall l: List int :: l is Cons ==> Cons(l->head, l->tail) == l);
axiom Cons(1, Nil())->head == 1 && Cons(1, Nil())->(head := 2)->head == 2;
