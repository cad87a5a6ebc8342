/* Functions whose names begin with what prove-path must say about them. */
void __VERIFIER_assert(int);
void __VERIFIER_assume(int);
void reach_error(void);
void abort(void);
void exit(int);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
int unknown_function(int);

int g;
int counter = 5;
const int limit = 7;

/* Switches. */
void valid_switch(int x) {
  int k;
  switch (x) {
  case 1: k = 10; break;
  case 2: k = 20; /* falls through */
  case 3: k = 30; break;
  case 10 ... 19: k = 1; break;
  default: k = 0;
  }
  __VERIFIER_assert(k == (x == 1 ? 10 : x == 2 || x == 3 ? 30 : x >= 10 && x < 20));
}
void wrong_switch_falls_through(int x) {
  int k = 0;
  switch (x) { case 2: k = 20; case 3: k = 30; }
  __VERIFIER_assert(x != 2 || k == 20);
}
void valid_switch_without_default(unsigned x) {
  int k = 1;
  switch (x & 3) { case 0: k = 2; break; case 1: break; }
  __VERIFIER_assert(k == 1 || (x & 3) == 0);
}
void valid_switch_in_loop(void) {
  int s = 0;
  for (int i = 0; i < 4; i++) {
    switch (i) { case 0: continue; case 2: s += 10; break; default: s += 1; }
    s += 100;
  }
  __VERIFIER_assert(s == 312);
}
void valid_duff(void) {
  int n = 0, k = 6, rounds = 2;
  switch (k % 4) {
    do {
      case 0: n++;
      case 3: n++;
      case 2: n++;
      case 1: n++;
    } while (--rounds > 0);
  }
  __VERIFIER_assert(n == 6);
}

/* Jumps. */
void valid_goto_out(int x) {
  int k = 0;
  if (x < 0) goto out;
  k = 1;
  if (x > 100) goto out;
  k = 2;
out:
  __VERIFIER_assert(x < 0 ? k == 0 : x > 100 ? k == 1 : k == 2);
}
void wrong_goto_skips(int x) {
  int k = 5;
  if (x == 77) goto out;
  k = 6;
out:
  __VERIFIER_assert(k == 6);
}
void unknown_goto_back(int x) {
  int n = 0;
again:
  n++;
  if (n < x) goto again;
  __VERIFIER_assert(n >= 1);
}
void wrong_before_jumping_back(int x) {
again:
  __VERIFIER_assert(x != 3);
  if (x > 10) goto again;
}
void valid_goto_out_of_loops(void) {
  int n = 0;
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++) {
      n++;
      if (i == 1 && j == 1) goto done;
    }
done:
  __VERIFIER_assert(n == 7);
}
void valid_labels_in_a_loop(void) {
  int n = 0;
  for (int i = 0; i < 3; i++) {
    if (i == 1) goto skip;
    n += 10;
  skip:
    n++;
  }
  __VERIFIER_assert(n == 23);
}
void valid_return_early(int x) {
  if (x == 0) return;
  __VERIFIER_assert(x != 0);
}

/* Calls. */
static int twice(int x) { return x + x; }
static unsigned minimum(unsigned a, unsigned b) { if (a < b) return a; return b; }
static void store(int *p, int v) { *p = v; }
static int factorial(int n) { if (n <= 1) return 1; return n * factorial(n - 1); }
static unsigned count_down(unsigned n) { if (n == 0) return 0; return 1 + count_down(n - 1); }
static int depth_of(int n) { int local; store(&local, n); return n <= 0 ? local : depth_of(n - 1); }
static void must(int c) { if (!c) reach_error(); }
static int even(unsigned n) { return n % 2 == 0; }
void valid_call(int x) {
  __VERIFIER_assume(x > -1000 && x < 1000);
  __VERIFIER_assert(twice(twice(x)) == 4 * x);
}
void wrong_call(int x) { must(twice(x) != 14); }
void valid_two_returns(unsigned a, unsigned b) {
  unsigned m = minimum(a, b);
  must(m <= a && m <= b && (m == a || m == b));
}
void valid_by_reference(void) {
  int a = 1, b = 2;
  store(&a, 7);
  must(a == 7 && b == 2);
}
void wrong_by_reference(int x) {
  int a = 1;
  store(&a, x);
  must(a != 9);
}
void valid_recursion(void) { must(factorial(5) == 120); }
void unknown_recursion(unsigned n) { must(count_down(n) == n); }
void wrong_recursion(unsigned n) { must(count_down(n) != 4); }
void unknown_recursion_with_objects(void) { must(depth_of(2) <= 0); }
void unknown_no_body(int x) { must(unknown_function(x) == 0); }
void valid_call_in_condition(unsigned x) { if (even(x)) must((x & 1) == 0); }
void valid_exit_in_expression(int x) { (void)(x > 3 || (exit(1), 0)); must(x > 3); }
void valid_assume_in_expression(int x) {
  int y = x > 3 ? x : (abort(), 0);
  must(y > 3);
}
void valid_statement_expression(int x) {
  int y = ({ int t = x & 7; t + 1; });
  must(y >= 1 && y <= 8);
}

/* Loops. */
void valid_known_rounds(void) {
  int s = 0;
  for (int i = 0; i < 50; i++) s += i;
  must(s == 1225);
}
void valid_loop(unsigned n) {
  __VERIFIER_assume(n <= 6);
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++) s += 2;
  must(s == 2 * n);
}
void unknown_loop(unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++) s += 2;
  must(s == 2 * n);
}
void wrong_loop(unsigned n) {
  unsigned i = 0;
  while (i < n) i++;
  must(i != 5);
}
void valid_do_while(int x) {
  int n = 0;
  do { n++; } while (0);
  must(n == 1);
}
void valid_break(int x) {
  int i = 0;
  while (1) { if (i == 3) break; i++; }
  must(i == 3);
}
void valid_continue(void) {
  int s = 0;
  for (int i = 0; i < 6; i++) { if (i % 2) continue; s += i; }
  must(s == 6);
}
void unknown_for_ever(void) {
  for (;;) g++;
  must(0);
}
void valid_array_in_loop(void) {
  int a[5];
  for (int i = 0; i < 5; i++) a[i] = i * i;
  must(a[4] == 16 && a[0] == 0);
}
void valid_fresh_in_each_round(void) {
  int s = 0;
  for (int i = 0; i < 3; i++) { int t = 0; t++; s += t; }
  must(s == 3);
}

/* What others may have done. */
void wrong_initialised_global(void) { must(counter == 5); }
void valid_constant_global(void) { must(limit == 7); }
void valid_nobody_knows_locals(int *p) {
  int t = 1;
  int *q = &t;
  if (p) *p = 2;
  must(*q == 1);
}
void wrong_globals_are_known(int *p) {
  g = 1;
  if (p) *p = 2;
  must(g == 1);
}
