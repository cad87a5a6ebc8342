/* Threads, as lower/threads.rs uses them. At most four wait to be run or joined; others run at once. */

int __lariat_nondet_schedule(void);

struct __lariat_thread {
  __lariat_size_t id;
  enum { __lariat_none, __lariat_waits, __lariat_runs, __lariat_ended } state;
  void *(*run)(void *);
  void *argument, *result;
};

static struct __lariat_thread __lariat_threads[4];
static __lariat_size_t __lariat_created, __lariat_running;

static void __lariat_thread_run(struct __lariat_thread *t) {
  __lariat_size_t before = __lariat_running;
  __lariat_running = t->id;
  t->state = __lariat_runs;
  t->result = t->run(t->argument);
  t->state = __lariat_ended;
  __lariat_running = before;
}

static void __lariat_thread_perhaps(struct __lariat_thread *t) {
  if (t->state == __lariat_waits && __lariat_nondet_schedule()) __lariat_thread_run(t);
}

static void __lariat_thread_switch(void) {
  __lariat_thread_perhaps(&__lariat_threads[0]);
  __lariat_thread_perhaps(&__lariat_threads[1]);
  __lariat_thread_perhaps(&__lariat_threads[2]);
  __lariat_thread_perhaps(&__lariat_threads[3]);
}

static int __lariat_thread_create(__lariat_size_t *thread, void *attributes, void *(*run)(void *), void *argument) {
  struct __lariat_thread extra = { 0 }, *t = &extra;
  if (!__lariat_threads[0].state) t = &__lariat_threads[0];
  else if (!__lariat_threads[1].state) t = &__lariat_threads[1];
  else if (!__lariat_threads[2].state) t = &__lariat_threads[2];
  else if (!__lariat_threads[3].state) t = &__lariat_threads[3];
  t->id = ++__lariat_created;
  t->run = run;
  t->argument = argument;
  t->state = __lariat_waits;
  *thread = t->id;
  __lariat_thread_switch();
  if (t == &extra) __lariat_thread_run(t);
  return 0;
}

static int __lariat_thread_join(__lariat_size_t thread, void **result) {
  struct __lariat_thread *t = 0;
  if (__lariat_threads[0].state && __lariat_threads[0].id == thread) t = &__lariat_threads[0];
  if (__lariat_threads[1].state && __lariat_threads[1].id == thread) t = &__lariat_threads[1];
  if (__lariat_threads[2].state && __lariat_threads[2].id == thread) t = &__lariat_threads[2];
  if (__lariat_threads[3].state && __lariat_threads[3].id == thread) t = &__lariat_threads[3];
  __lariat_assume(t || !result);
  if (!t) return 0;
  if (t->state == __lariat_waits) __lariat_thread_run(t);
  __lariat_assume(t->state == __lariat_ended);
  if (result) *result = t->result;
  t->state = __lariat_none;
  return 0;
}

static int __lariat_thread_once(int *control, void (*f)(void)) {
  if (!*control) { *control = 1; f(); }
  return 0;
}

static __lariat_size_t __lariat_thread_self(void) { return __lariat_running; }
static int __lariat_thread_init(int *lock, void *attributes) { *lock = 0; return 0; }
static int __lariat_thread_lock(int *lock) { __lariat_assume(!*lock); *lock = 1; return 0; }
static int __lariat_thread_unlock(int *lock) { *lock = 0; return 0; }
static int __lariat_thread_try_lock(int *lock) { if (*lock) return 16; *lock = 1; return 0; }
static int __lariat_thread_share(int *lock) { __lariat_assume(*lock != 1); *lock -= 1; return 0; }
static int __lariat_thread_unshare(int *lock) { *lock = *lock < 0 ? *lock + 1 : 0; return 0; }
static int __lariat_thread_sem_init(int *value, int shared, unsigned start) { *value = (int)start; return 0; }
static int __lariat_thread_sem_wait(int *value) { __lariat_assume(*value > 0); *value -= 1; return 0; }
static int __lariat_thread_sem_post(int *value) { *value += 1; return 0; }
