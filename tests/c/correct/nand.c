// verdict: correct
// Nand is and, then not.
extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
int main(void) {
  static int flags = 6;
  check(__sync_fetch_and_nand(&flags, 3) == 6 && flags == -3);
  check(__atomic_nand_fetch(&flags, 5, 0) == -6);
}
