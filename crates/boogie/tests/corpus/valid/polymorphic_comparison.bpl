// values of types that may be equal can be compared
type Box a;
axiom (forall <a, b> x: a, y: b :: x == y ==> y == x);
procedure p<a>(x: a, y: Box int) {
  assert x == 3 ==> x == 3;
  assert (forall <b> z: Box b :: z == y);
}
