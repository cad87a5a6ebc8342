// a synonym with two parameters of one name
// error: type parameter `a` is declared twice
type S a a = int;
