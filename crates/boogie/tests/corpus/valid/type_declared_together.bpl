// several types in one declaration
type A, B a, C a = [a]int;
var x: A, y: B A, z: C A;
