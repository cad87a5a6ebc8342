#include <stdlib.h>

struct node { int value; struct node *next; };

static void drop(struct node *n) { free(n); }

int main(int argc, char **argv) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  if (!a || !b) {
    free(a);
    free(b);
    return 1;
  }
  a->next = b;
  drop(a->next);
  free(a);
  return 0;
}
