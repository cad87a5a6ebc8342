// The program gets as many arguments as the execution has.
extern void __VERIFIER_error(void);

int main(int argc, char **argv) {
  if (argc == 4) __VERIFIER_error();
  return 0;
}
