// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
void *memcpy(void *, const void *, unsigned long);
int main(void) {
  unsigned short h[2] = { 0x3344, 0x1122 };
  unsigned w;
  memcpy(&w, h, 4);
  check(w == 0x11223344);
  return 0;
}
