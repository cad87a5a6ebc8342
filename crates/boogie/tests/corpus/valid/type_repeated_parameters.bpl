// a constructor only counts its parameters
type Pair a a;
var p: Pair int bool;
