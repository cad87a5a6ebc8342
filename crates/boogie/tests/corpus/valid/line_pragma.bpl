// a #line pragma is passed over
#line 12 "other.c"
axiom true;
