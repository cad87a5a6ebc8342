// bound variables have no where clause
// error: bound variables take no where clause
axiom (forall x: int where x > 3 :: true);
