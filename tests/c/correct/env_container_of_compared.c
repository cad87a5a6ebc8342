// verdict: correct
// The record around a member that came back from outside.
extern void __VERIFIER_error(void);
struct hook { struct hook *next; };
struct job { int left; struct hook hook; };
extern void hand_over(struct hook *);
extern struct hook *take(void);
static struct job job;

int main(void) {
  hand_over(&job.hook);
  struct hook *h = take();
  job.left = 3;
  if (h == &job.hook) {
    struct job *j = (struct job *)((char *)h - __builtin_offsetof(struct job, hook));
    j->left--;
    if (job.left != 2) __VERIFIER_error();
  }
  return 0;
}
