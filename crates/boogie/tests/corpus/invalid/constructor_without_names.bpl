// fields need names
// error: the parameters of a constructor need names
type {:datatype} T;
function {:constructor} C(int): T;
