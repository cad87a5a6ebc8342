// a constructor of a type that is no datatype
// error: the result of a constructor must be a datatype
type T;
function {:constructor} C(x: int): T;
