// quantification over types
type Box a;
function box<a>(x: a): Box a;
function unbox<a>(b: Box a): a;
axiom (forall <a> x: a :: { box(x) } unbox(box(x)) == x);
axiom (forall <a> :: true);
axiom (exists <a, b> x: a, y: b :: true);
