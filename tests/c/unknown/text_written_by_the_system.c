// verdict: unknown
// What such a function writes is not known either.
extern void reach_error(void);
# 5 "/usr/include/names.h" 1 3 4
extern void exchange_bytes(const void *from, void *to, long n);
# 7 "text_written_by_the_system.c" 2
int main(void) {
  char a[3] = "ab", b[3] = "xy";
  exchange_bytes(a, b, 2);
  if (b[0] != 'b') reach_error();
  return 0;
}
