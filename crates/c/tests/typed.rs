//! Small C texts and the typed program they become.

use expect_test::{Expect, expect};
use lariat_c::{DataModel, Source, read_claim, read_program};

fn check_model(text: &str, model: DataModel, expected: &Expect) {
    let program = read_program(&[Source { name: "t.c", text }], model);
    let mut shown: String =
        program.diagnostics.iter().map(|d| d.as_lines(&program.files) + "\n").collect();
    shown.push_str(&program.dump());
    expected.assert_eq(&shown);
}

fn check(text: &str, expected: Expect) {
    check_model(text, DataModel::Lp64, &expected);
}

#[test]
fn promotions_and_conversions() {
    check(
        "int f(char c, unsigned short s, long l, unsigned u, float x) {
           c = c + s; l = l + u; u = u + x; return c < u && s >> c; }",
        expect![[r#"
            int f(char c%0, unsigned short s%1, long l%2, unsigned int u%3, float x%4)
            {
              (@c%0 = (char)((int)c%0 + (int)s%1));
              (@l%2 = (l%2 + (long)u%3));
              (@u%3 = (unsigned int)((float)u%3 + x%4));
              return (((unsigned int)c%0 < u%3) && ((int)s%1 >> (int)c%0));
            }
        "#]],
    );
}

#[test]
fn ilp32_picks_unsigned_long() {
    let text = "int f(long l, unsigned u) { return l < u; }";
    check_model(
        text,
        DataModel::Ilp32,
        &expect![[r#"
        int f(long l%0, unsigned int u%1)
        {
          return ((unsigned long)l%0 < (unsigned long)u%1);
        }
    "#]],
    );
    check_model(
        text,
        DataModel::Lp64,
        &expect![[r#"
        int f(long l%0, unsigned int u%1)
        {
          return (l%0 < (long)u%1);
        }
    "#]],
    );
}

#[test]
fn pointers_arrays_members() {
    check(
        "struct s { int a; struct { short b[3]; }; struct s *next; } g[2];
         long f(struct s *p, int i) {
           p->next[i].b[1] += 2; p++; g[i].a = *&p->a; return &g[1] - p; }",
        expect![[r#"
            struct s g$0[2]
            long f(struct s *p%0, int i%1)
            {
              (@*(decay(@*(*p%0.next p+ i%1).<1>.b) p+ 1) +=<int> 2);
              @p%0++;
              (@*(decay(@g$0) p+ i%1).a = *&@*p%0.a);
              return ((decay(@g$0) p+ 1) p-p p%0);
            }
        "#]],
    );
}

#[test]
fn bit_fields_promote_by_width() {
    check(
        "struct b { unsigned x : 3; unsigned y : 32; long long z : 40; _Bool q : 1; } b;
         void f(void) { b.x = b.x + 1; b.y = b.y + 1; b.z = -b.z; b.q = 7; b.x++; }",
        expect![[r#"
            struct b b$0
            void f()
            {
              (@b$0.x = (unsigned int)((int)b$0.x + 1));
              (@b$0.y = (b$0.y + 1u));
              (@b$0.z = ((long long)((unsigned long long)-b$0.z << 24) >> 24));
              (@b$0.q = (_Bool)7);
              @b$0.x++;
            }
        "#]],
    );
}

#[test]
fn initialisers_are_flattened() {
    check(
        r#"struct p { int x, y; };
         struct p a[] = { 1, 2, {3}, [4].y = 5, { .x = 6 } };
         char s[] = "hi", t[5] = {"abc"}; int r[8] = { [2 ... 5] = 9, 1 };
         union { int i; char c[4]; } u = { .c = "xy" };
         struct { struct p p; int k; } n = { { .y = 1 }, 2 }, m = { p: { 3, 4 }, k: 5 };
         int *q = &a[1].y, (*fp)(void);
         struct p lit = (struct p){ 7, 8 };
         void f(struct p v) { struct p w = v, x[2] = { v, 1, 2 }; }"#,
        expect![[r#"
            struct p a$0[6] = {[0].0@0: 1, [0].1@4: 2, [1].0@8: 3, [4].1@36: 5, [5]@40: zero, [5].0@40: 6; rest zero}
            char s$1[3] = {@0: "hi"; rest zero}
            char t$2[5] = {@0: "abc"; rest zero}
            int r$3[8] = {[2...5]@8: 9, [6]@24: 1; rest zero}
            union <anonymous 1> u$4 = {.1@0: "xy"; rest zero}
            struct <anonymous 2> n$5 = {.0.1@4: 1, .1@8: 2; rest zero}
            struct <anonymous 2> m$6 = {.0@0: zero, .0.0@0: 3, .0.1@4: 4, .1@8: 5; rest zero}
            int *q$7 = {@0: &@*(decay(@a$0) p+ 1).y}
            int (*fp$8)(void)
            struct p lit$9 = {.0@0: 7, .1@4: 8; rest zero}
            struct p <literal>$10 = {.0@0: 7, .1@4: 8; rest zero}
            void f(struct p v%0)
            {
              struct p w%1 = {@0: v%0};
              struct p x%2[2] = {[0]@0: v%0, [1].0@8: 1, [1].1@12: 2; rest zero};
            }
        "#]],
    );
}

#[test]
fn statements() {
    check(
        "int f(int n) {
           static int calls = 3; int i;
           for (int k = 0; k < n; k++) { if (k == 2) continue; else break; }
           switch (n) { case 1: case 'a' ... 'c': n = 1; default: n--; }
           again: do n += ({ int t = n; t * 2; }); while (n < 3);
           if (n) goto again;
           asm volatile(\"nop %0\" : \"=r\"(i) : \"r\"(n) : \"memory\");
           #pragma lariat unwind 3
           while (n) n = n ?: calls;
           return i; }"
            .replace("           #pragma", "\n#pragma")
            .as_str(),
        expect![[r#"
            int calls$0 = {@0: 3}
            int f(int n%0)
            {
              int i%1;
              for ((k%2 < n%0); @k%2++)
                  {
                    int k%2 = {@0: 0};
                  }
                {
                  if (k%2 == 2)
                    continue;
                  else
                    break;
                }
              switch n%0 [1..1 -> L0, 97..99 -> L1, default -> L2]
                {
                  {
                    L0:
                    L1:
                    (@n%0 = 1);
                  }
                  {
                    L2:
                    @n%0--;
                  }
                }
              {
                again:
                do
                  (@n%0 +=<int> ({...; (t%3 * 2)}));
                while (n%0 < 3);
              }
              if n%0
                goto again;
              asm("nop %0" : @i%1 : n%0);
              #pragma lariat unwind 3
              while n%0
                (@n%0 = ([int %4 = {@0: n%0}] ? %4 : calls$0));
              return i%1;
            }
        "#]],
    );
}

#[test]
fn calls_and_functions() {
    check(
        "int old(a, b) char a; float *b; { return a; }
         void v(int, ...); typedef int (*op)(int); struct s { int x; } mk(void);
         int f(op o, char c, float x) {
           v(c, c, x); (*o)(1); o(2); old(c, 0); undeclared(x); op k = &f2;
           return mk().x + malloc(3) != 0; }",
        expect![[r#"
            t.c:4:50: warning[implicit-function]: function `undeclared` is not declared
            t.c:4:73: error[undeclared]: `f2` is not declared
            t.c:5:28: warning[implicit-function]: function `malloc` is not declared
            int old(char a%0, float *b%1)
            {
              return (int)a%0;
            }
            int f(int (*o%4)(int), char c%5, float x%6)
            {
              v((int)c%5, (int)c%5, (double)x%6);
              (o%4)(1);
              (o%4)(2);
              old((int)c%5, 0);
              undeclared((double)x%6);
              int (*k%7)(int) = {@0: <error>};
              return ((malloc(3ul) p+ [struct s %8 = {@0: mk()}].x) != (null void *)0);
            }
        "#]],
    );
}

#[test]
fn sizes_and_builtins() {
    check(
        "struct s { char c; int a[4]; long l; };
         int a = sizeof(struct s), b = __builtin_offsetof(struct s, a[2]), c = _Alignof(long);
         _Static_assert(sizeof(int[3]) == 12, \"\");
         int g(int n, ...) {
           int v[n]; __builtin_va_list ap; __builtin_va_start(ap, n);
           double d = __builtin_va_arg(ap, double); __builtin_va_end(ap);
           __sync_fetch_and_add(&n, 1); typeof(n) m = _Generic(d, int: 1, double: 2);
           return sizeof v + sizeof(d) + __builtin_expect(m, 1); }",
        expect![[r#"
            int a$0 = {@0: 32}
            int b$1 = {@0: 12}
            int c$2 = {@0: 8}
            int g(int n%0)
            {
              unsigned long %1 = {@0: (unsigned long)n%0};
              int v%2[<1>];
              struct __va_list_tag ap%3[1];
              __builtin_va_start(decay(@ap%3), n%0);
              double d%4 = {@0: va_arg(decay(@ap%3), double)};
              __builtin_va_end(decay(@ap%3));
              __sync_fetch_and_add(&@n%0, 1);
              int m%5 = {@0: 2};
              return (int)(((%1 * 4ul) + 8ul) + (unsigned long)__builtin_expect((long)m%5, 1l));
            }
        "#]],
    );
}

#[test]
fn unsupported_is_a_node() {
    check(
        "int f(int n) { struct { char text[n]; } r; return n; }
         _Complex double g(_Complex double z) { return 1.0 / z; }",
        expect![[r#"
            int f(int n%0)
            {
              unsigned long %1 = {@0: (unsigned long)n%0};
              unsupported a member of variable length;
              struct <anonymous 0> r%2;
              return n%0;
            }
            _Complex double g(_Complex double z%3)
            {
              return unsupported(division by a complex number);
            }
        "#]],
    );
}

#[test]
fn claims() {
    let text = "int x, y; unsigned char c; \
        x > 0 && y > 0 ==> x + y > 0 <==> forall (int i) i * 0 == 0";
    let (program, claim) = read_claim(Source { name: "claim", text }, DataModel::Lp64);
    let shown = claim.map_or("none".to_owned(), |e| program.dump_expr(e));
    expect!["((((x$0 > 0) && (y$1 > 0)) ==> ((x$0 + y$1) > 0)) <==> (forall int i%0 . ((i%0 * 0) == 0)))"].assert_eq(&shown);
}
