// verdict: bug
// check: lost
// message: memory that was not freed is lost: no pointer to it is left
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *next; };
struct node *list;
int main(void) {
  list = malloc(sizeof *list);
  list->next = malloc(sizeof *list);
  if (__VERIFIER_nondet_int()) list = list->next;
  free(list);
  return 0;
}
