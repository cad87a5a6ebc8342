// A copy of a reading needs memory, and there may be none.
//
//   lariat check examples/no_memory.c --check null                         bug: malloc is not checked
//   lariat check examples/no_memory.c --check null --malloc never-fails    proved
#include <stdlib.h>

struct reading {
  int level;
  int unit;
};

static int copied(const struct reading *now) {
  struct reading *copy;
  int level;
  copy = malloc(sizeof *copy);
  copy->level = now->level;
  level = copy->level;
  free(copy);
  return level;
}

int main(void) {
  struct reading now = { 7, 1 };
  return copied(&now) == 7 ? 0 : 1;
}
