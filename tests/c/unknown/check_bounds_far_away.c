// verdict: unknown
// check: bounds
// data-model: ILP32
/* A pointer that jumps from one object into another does not belong to that one. */
int main(void) {
  char a[8], b[8];
  char *p = a;
  p += 1 << 30;
  b[0] = 0;
  return p[0];
}
