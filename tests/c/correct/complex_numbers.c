// verdict: correct
// Parts, products, conjugates, conversions.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
_Complex double z = 1.0 + 2.0i;
_Complex double list[2] = {3.0, 4.0i};
static _Complex double square(_Complex double w) { return w * w; }
int main(void) {
  check(__real__ z == 1.0 && __imag__ z == 2.0);
  check(__imag__ list[0] == 0.0 && __imag__ list[1] == 4.0);
  _Complex double w = square(z);
  check(w == -3.0 + 4.0i);
  __real__ w = 9.0;
  w += 1;
  check(~w == 10.0 - 4.0i);
  double d = w;
  check(d == 10.0);
  __complex__ int k = 3 + 4i;
  k = k * k;
  check(__real__ k == -7 && __imag__ k == 24);
  check(w ? 1 : 0);
}
