// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  int x = 5, e = 5;
  check(__sync_fetch_and_add(&x, 2) == 5 && x == 7);
  check(__atomic_load_n(&x, 5) == 7);
  check(!__atomic_compare_exchange_n(&x, &e, 1, 0, 5, 5) && e == 7);
  check(__sync_bool_compare_and_swap(&x, 7, 8) && x == 8);
  return 0;
}
