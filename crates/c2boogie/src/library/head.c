/* Models of library functions, in C. `__lariat_size_t` and `__lariat_wchar_t` are what
   `size_t` and `wchar_t` are in the data model. A
   function f of the library that a program does not define is __lariat_f. Models are copied to where they are
   called (lower/inline.rs): a parameter that is `const` is then the constant that it gets.

   What the models themselves are made of; lower/world.rs knows what these do. */

void __lariat_assume(int);
void __lariat_unsupported(void);
/* So many bytes are read, or copied, zero, or get any content. */
void __lariat_reads(const void *p, __lariat_size_t n);
void __lariat_copy(void *to, const void *from, __lariat_size_t n);
void __lariat_zeros(void *to, __lariat_size_t n);
/* The same in strings: no more is touched than the arrays of characters that the pointers were made for. */
void __lariat_copy_text(char *to, const char *from, __lariat_size_t n);
void __lariat_zeros_text(char *to, __lariat_size_t n);
void __lariat_any_bytes(void *p, __lariat_size_t n);
/* Memory of the heap, or a null pointer if there may be none. */
void *__lariat_malloc(__lariat_size_t n);
void *__lariat_realloc(void *p, __lariat_size_t n);
/* Memory that is the library's own; it can be given back once. */
void *__lariat_own(__lariat_size_t n);
void __lariat_release(void *p);
/* Something went wrong, or may have: errno is now this, or anything, or the number of some error. */
void __lariat_sets_errno(int code);
void __lariat_may_set_errno(void);
void __lariat_fails(void);
int __lariat_nondet_int(void);
_Bool __lariat_nondet_bool(void);
char __lariat_nondet_char(void);
long __lariat_nondet_long(void);
__lariat_size_t __lariat_nondet_ulong(void);
double __lariat_nondet_double(void);
float __lariat_nondet_float(void);
/* A byte of the text of a number, or its length; see `Operation::Text` of lariat_float. */
unsigned __lariat_float_text(double x, unsigned long long which);
/* Some value in the place of the one that the real function has: nothing that rests on it is certain to happen. */
char __lariat_near_char(void);
/* The same for dates, unless the program asks what time it is. */
int __lariat_date_int(void);
long __lariat_date_long(void);
__lariat_size_t __lariat_date_ulong(void);
int __lariat_near_int(void);
long __lariat_near_long(void);
__lariat_size_t __lariat_near_ulong(void);
double __lariat_near_double(void);
float __lariat_near_float(void);

