// a map parameter that occurs nowhere
// error: type parameter `a` does not occur in the map type
var x: <a>[int]int;
