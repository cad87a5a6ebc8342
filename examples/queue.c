// A queue is emptied, and its last element is looked at once more.
//
//   lariat check examples/queue.c --check memory    bug: use after free

#include <stdlib.h>

struct item { int weight; struct item *next; };

static struct item *push(struct item *queue, int weight) {
  struct item *item = malloc(sizeof *item);
  if (!item) abort();
  item->weight = weight;
  item->next = queue;
  return item;
}

int main(void) {
  struct item *queue = push(push(NULL, 1), 2), *last = queue;
  while (queue) {
    last = queue;
    queue = queue->next;
    free(last);
  }
  return last->weight;
}
