// verdict: unknown
// check: lost
extern void *malloc(unsigned long);
/* What a global variable still points to is not lost; what it points to further on is not
   known. */
int *kept;
int main(void) {
  kept = malloc(4);
  return 0;
}
