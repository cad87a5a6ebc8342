// verdict: unknown
// What a header of the system declares does something certain: no failure rests on a result that is not known.
extern void reach_error(void);
# 5 "/usr/include/names.h" 1 3 4
extern int length_of_a_name(const char *name);
# 7 "function_of_the_system_without_model.c" 2
int main(void) {
  if (length_of_a_name("ab") != 2) reach_error();
  return 0;
}
