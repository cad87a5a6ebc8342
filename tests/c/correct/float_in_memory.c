// verdict: correct
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
struct point { float x; double y; };
union view { float f; unsigned u; };
int main(void) {
  struct point a[2] = { { 1.5f, 2.5 }, { 3.5f } };
  float *p = &a[1].x;
  *p += a[0].y;
  check(a[1].x == 6.0f && a[1].y == 0.0);
  union view v;
  v.f = -1.0f;
  check(v.u == 0xbf800000u);
  v.u = 0x40490fdbu;
  check(v.f > 3.14f && v.f < 3.15f);
  long double l = 1.0L;
  check(sizeof l > 8 && ((unsigned char *)&l)[9] == 0x3f && ((unsigned char *)&l)[7] == 0x80);
}
