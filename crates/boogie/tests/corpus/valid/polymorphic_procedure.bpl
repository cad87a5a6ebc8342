// type parameters of procedures and their implementations
procedure copy<a>(x: a) returns (y: a);
  ensures x == y;
implementation copy<b>(u: b) returns (v: b) { v := u; }
procedure p() { var i: int; var b: bool; call i := copy(3); call b := copy(true); }
