/* Functions to run at exit, as lower/ending.rs uses them. A handler is gone before it runs; what handlers register
   in turn would have to run, too, and is unsupported. */

static void (*__lariat_exit0)(void), (*__lariat_exit1)(void), (*__lariat_exit2)(void), (*__lariat_exit3)(void);

int __lariat_atexit(void (*f)(void)) {
  if (!__lariat_exit0) __lariat_exit0 = f;
  else if (!__lariat_exit1) __lariat_exit1 = f;
  else if (!__lariat_exit2) __lariat_exit2 = f;
  else if (!__lariat_exit3) __lariat_exit3 = f;
  else __lariat_unsupported();
  return 0;
}

static void __lariat_run_exit_handlers(void) {
  void (*f)(void);
  f = __lariat_exit3;
  __lariat_exit3 = 0;
  if (f) f();
  if (__lariat_exit3) __lariat_unsupported();
  f = __lariat_exit2;
  __lariat_exit2 = 0;
  if (f) f();
  if (__lariat_exit2) __lariat_unsupported();
  f = __lariat_exit1;
  __lariat_exit1 = 0;
  if (f) f();
  if (__lariat_exit1) __lariat_unsupported();
  f = __lariat_exit0;
  __lariat_exit0 = 0;
  if (f) f();
  if (__lariat_exit0) __lariat_unsupported();
}

