// a datatype with a parameter, in the old syntax
type {:datatype} Option a;
function {:constructor} some<a>(value: a): Option a;
function {:constructor} none<a>(): Option a;
axiom value#some(some(3)) == 3 && is#none(none() : Option int);
