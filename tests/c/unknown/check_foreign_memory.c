// verdict: unknown
// check: bounds,free
// Nothing is known about memory that somebody else has allocated.
struct file { int descriptor; struct file *next; };
extern struct file *open_it(void);
int main(void) {
  struct file *f = open_it();
  return f ? f->descriptor : 0;
}
