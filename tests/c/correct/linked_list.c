// verdict: correct
// bound: 5
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
void check(int c) { if (!c) reach_error(); }
struct node { int v; struct node *next; };
void *malloc(unsigned long);
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->v = i;
    n->next = head;
    head = n;
  }
  check(head->v == 2 && head->next->v == 1 && head->next->next->v == 0);
  check(head->next->next->next == 0);
  return 0;
}
