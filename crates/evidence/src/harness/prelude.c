long write(int, const void *, unsigned long);
void _exit(int) __attribute__((noreturn));

static void lariat_says(const char *text, const char *name) {
  const char *parts[] = { "lariat: ", text, name, "\n" };
  for (int i = 0; i < 4; i++) {
    unsigned long length = 0;
    while (parts[i][length]) length++;
    write(2, parts[i], length);
  }
}

/* A compiler that has seen another definition of an error function may align the stack for that one only. */
#if defined __x86_64__ || defined __i386__
__attribute__((force_align_arg_pointer))
#endif
static void lariat_fails(const char *name) {
  lariat_says("the failure is reached: ", name);
  lariat_reports();
  _exit(99);
}

static void lariat_leaves(const char *name) {
  lariat_says("an assumption is false: ", name);
  _exit(98);
}

/* Only if the execution is not the one that was found. */
static void lariat_more(const char *name) {
  static int said;
  if (!said++) lariat_says("a call that is not in the execution: ", name);
}

