// Globals that are only declared are inputs: scalars, arrays, structs.
struct config { int mode; char name[4]; short limits[2]; };
extern int threshold;
extern int table[4];
extern struct config config;
extern const unsigned char version;
extern void __VERIFIER_error(void);

int main(void) {
  int *p = table;
  struct config *c = &config;
  if (threshold == -3 && p[2] == 77 && c->mode == 5 && c->name[1] == 'q' && c->limits[1] == -9
      && version == 3)
    __VERIFIER_error();
  return 0;
}
