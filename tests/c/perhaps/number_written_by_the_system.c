// verdict: perhaps
// Numbers that it writes are some numbers.
extern void reach_error(void);
# 5 "/usr/include/names.h" 1 3 4
extern void get_size(int *rows);
# 7 "number_written_by_the_system.c" 2
int main(void) {
  int rows = 0;
  get_size(&rows);
  if (rows == 0) reach_error();
  return 0;
}
