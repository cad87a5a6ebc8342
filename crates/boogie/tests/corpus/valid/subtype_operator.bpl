// the order of constants as an expression
type T;
axiom (forall x, y, z: T :: x <: y && y <: z ==> x <: z);
