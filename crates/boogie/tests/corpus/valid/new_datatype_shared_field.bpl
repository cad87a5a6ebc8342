// a field of two constructors
datatype Shape { Circle(size: int), Square(size: int, tilted: bool) }
axiom (forall s: Shape :: s->size > 0 || s->size <= 0);
