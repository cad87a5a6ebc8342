// two types of one name
// error: type `T` is declared twice
type T;
type T a = [a]int;
