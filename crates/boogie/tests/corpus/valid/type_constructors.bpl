// constructors with arguments, nested and in maps
type T;
type Pair a b;
type Seq _;
var p: Pair int (Pair bool T);
var q: [Seq T]Pair int [int]bool;
var s: Seq (Seq int);
