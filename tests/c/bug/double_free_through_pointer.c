// verdict: bug
// check: free
// Functions of the library do the same when they are called through pointers.
extern void *malloc(unsigned long);
extern void free(void *);
struct allocator { void *(*get)(unsigned long); void (*put)(void *); };
int main(void) {
  struct allocator std = { malloc, free };
  void *p = std.get(10);
  std.put(p);
  std.put(p);
  return 0;
}
