// verdict: correct
// integers: bv mixed mixed-all-ops
extern long lround(double);
extern long lrint(double);
extern double ldexp(double, int);
extern double fmod(double, double);
extern double cos(double);
extern unsigned short htons(unsigned short);
extern void reach_error(void);
int main(void) {
  if (lround(-2.5) != -3 || lrint(2.5) != 2 || ldexp(0.75, 4) != 12 || fmod(-7, 3) != -1) reach_error();
  if (cos(0) != 1 || htons(1) != 256) reach_error();
  return 0;
}
