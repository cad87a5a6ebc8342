// Pointers from outside point to memory with the content that the execution reads.
struct node { int value; struct node *next; char tags[8]; };
extern struct node *get_list(void);
extern void __VERIFIER_error(void);

int main(void) {
  struct node *n = get_list();
  if (n && n->next && n->value == 3 && n->next->value == 4 && n->next != n && n->tags[5] == 'z')
    __VERIFIER_error();
  return 0;
}
