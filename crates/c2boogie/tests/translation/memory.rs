use crate::all_true;

const OBJECTS: &str = "
struct point { int x, y; };
struct line { struct point from, to; char name[4]; struct line *next; };
struct flags { unsigned a : 3, b : 5; int c : 4; };
union word { unsigned all; unsigned char bytes[4]; };
struct point p = { 1, 2 }, q = { .y = 5 };
struct line l = { { 1, 2 }, { 3, 4 }, \"abc\" };
int a[5] = { 1, 2, 3 }, grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
const char *text = \"hello\";
int *pa = a;
union word w = { 0x01020304 };
struct flags f;
int sum(struct point v) { v.x += v.y; return v.x; }
struct point swap(struct point v) { struct point r = { v.y, v.x }; return r; }
void set(int *to, int value) { *to = value; }
";

#[test]
fn structs_and_arrays() {
    all_true(
        OBJECTS,
        &[
            "p.x == 1 && p.y == 2 && q.x == 0 && q.y == 5",
            "l.to.y == 4 && l.name[2] == 'c' && l.next == 0",
            "a[2] == 3 && a[3] == 0 && a[4] == 0",
            "grid[1][2] == 6 && *(*(grid + 1) + 1) == 5 && (&grid[0][0])[3] == 4",
            "sizeof a == 20 && sizeof l == 24 && sizeof(struct flags) == 4",
            "sum(p) == 3 && p.x == 1",
            "swap(p).x == 2 && swap(swap(p)).x == 1",
            "(q = p, q.y) == 2 && (q.y = 9, p.y) == 2",
            "({ struct line k = l; k.from.x = 7; k.from.x + l.from.x; }) == 8",
            "((struct point){ 3, 4 }).y == 4",
            "({ int b[3] = { [1] = 8 }; b[0] + b[1] + b[2]; }) == 8",
        ],
    );
}

#[test]
fn pointers() {
    all_true(
        OBJECTS,
        &[
            "*pa == 1 && pa[1] == 2 && *(pa + 2) == 3",
            "&a[3] - pa == 3 && pa < &a[1] && &a[5] > pa",
            "(pa++, *pa) == 2 && (--pa, *pa) == 1 && *pa++ == 1 && *pa-- == 2",
            "(set(&a[4], 9), a[4]) == 9",
            "(set(&p.y, 7), p.y) == 7 && (set(&l.to.x, 6), l.to.x) == 6",
            "({ struct point *t = &p; t->x = 3; p.x; }) == 3",
            "({ int n = 1, *t = &n, **tt = &t; **tt = 5; n; }) == 5",
            "(l.next = &l)->next->from.x == 1",
            "(char *)&p.y - (char *)&p == 4",
            "(int)(unsigned)&p == (int)(unsigned)&p.x",
            "text[1] == 'e' && text[5] == 0 && \"xyz\"[2] == 'z'",
            "({ struct point *h = (struct point *)((char *)&p.y - 4); h == &p; })",
            "({ int (*g)(struct point) = sum; g((struct point){ 2, 3 }); }) == 5",
        ],
    );
}

#[test]
fn bytes_and_bits() {
    all_true(
        OBJECTS,
        &[
            "w.bytes[0] == 4 && w.bytes[3] == 1",
            "(w.bytes[1] = 0xff, w.all) == 0x0102ff04",
            "*(unsigned char *)&a[1] == 2",
            "({ unsigned char *b = (unsigned char *)&p; b[0] = 9; p.x; }) == 9",
            "(f.a = 9) == 1 && f.a == 1 && f.b == 0",
            "(f.b = 31, f.a = 7, f.b) == 31 && (f.b++, f.b) == 0",
            "(f.c = 9, f.c) == -7",
        ],
    );
}

#[test]
fn heap() {
    all_true(
        OBJECTS,
        &[
            "({ int *h = malloc(8); h[0] = 1; h[1] = 2; h[0] + h[1]; }) == 3",
            "({ int *h = malloc(4), *k = malloc(4); *h = 1; *k = 2; *h; }) == 1",
            "malloc(4) != malloc(4)",
            "({ int *h = calloc(3, 4); h[0] + h[1] + h[2]; }) == 0",
            "({ int *h = malloc(4); *h = 6; h = realloc(h, 8); h[0]; }) == 6",
            "({ struct line *n = malloc(sizeof *n); n->next = &l; n->next->to.x; }) == 3",
            "({ char *t = malloc(2); free(t); 1; })",
        ],
    );
}
