// verdict: bug
// check: bounds
// confirm: no, the table is followed by others
// integers: mixed
// memory: refined
extern int __VERIFIER_nondet_int(void);
extern const unsigned short **__ctype_b_loc(void);
int main(void) { return (*__ctype_b_loc())[__VERIFIER_nondet_int()] & 2048; }
