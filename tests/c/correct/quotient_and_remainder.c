// verdict: correct
// `div` returns a structure whose tag is the program's.
typedef struct { int quot, rem; } div_t;
extern div_t div(int, int);
extern void reach_error(void);
int main(void) {
  div_t d = div(-7, 2);
  if (d.quot != -3 || d.rem != -1) reach_error();
  return 0;
}
