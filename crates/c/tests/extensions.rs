//! Microsoft's and GNU's extensions are read without errors; linking and project files.

use lariat_c::compile_commands::read_compile_commands;
use lariat_c::preprocess::Flag;
use lariat_c::{DataModel, Source, read_program};

const MICROSOFT: &str = r#"
typedef unsigned __int64 ULONGLONG; typedef __declspec(align(16)) struct _A { ULONGLONG q; union { struct { int lo; int hi; }; __int64 whole; }; char tail[]; } A, *PA;
__declspec(dllimport) int __stdcall Foo(PA a, void (__cdecl *cb)(int));
static __forceinline int $weird$name(int a$b) { return a$b; }
typedef struct { int x; } HDR; struct withms { HDR; int y; };
int main(void) { A a; a.lo = 1; a.whole = 0x10i64; struct withms m; m.x = 2; __try { a.hi = $weird$name(3); } __except(1) { a.hi = 4; } __try { a.lo = 1; } __finally { a.lo = 2; } return Foo(&a, (void (__cdecl *)(int))0) + m.y;}
"#;

const GNU: &str = r#"
typedef int v __attribute__((mode(DI)));
struct list_head { struct list_head *next, *prev; };
struct item { int k; struct list_head l; };
static struct list_head head = { &head, &head };
enum __attribute__((packed)) small { S1, S2 };
int sz[sizeof(enum small) == 1 ? 1 : -1];
static inline __attribute__((always_inline)) struct item *get(struct list_head *h) { return ({ const typeof(((struct item *)0)->l) *__mptr = (h); (struct item *)((char *)__mptr - __builtin_offsetof(struct item, l)); }); }
int (*table[])(int) = { [0 ... 3] = 0 };
static const char *const names[] = { [S1] = "one", [S2] = "two" };
int f(int n) { __label__ done; int x = n; int a[n][3]; a[0][1] = sizeof(a[0]); if (x) goto done; x = __builtin_choose_expr(1, 2, (char*)0);
 switch (n) { case 0: x++; __attribute__((fallthrough)); case 1 ... 5: x--; break; default:; }
 __auto_type z = x * 2L; __int128 w = z; asm goto("jmp %l0" : : : : done); done: ; return ({ int q = x; q > 0 ? q : -q; }) + (int)w + __alignof__(long long); }
unsigned char __attribute__((aligned(8))) buf[16]; extern int weak_f(void) __attribute__((weak)); int has(void) { return weak_f ? weak_f() : 0; }
_Thread_local int tl; __thread int tl2; double d = 1e3, e = 0x1p-2, g = .5f; long double ld = 1.0L;
union u { int i; float f; } conv = (union u) 3; union u cv(float q) { return (union u) q; }
void kr(a, b) int a; char *b; { (void)a; }
int arr[] = { 1, 2, 3, }; int n2 = sizeof arr / sizeof *arr; struct flex { int n; int data[]; } fx = { 2, { 5, 6 } };
int types(void) { return __builtin_types_compatible_p(int, const int) + _Generic((char)1, char: 1, default: 2); }
int sp[] = { [3] = 1, 2, [1] = 7 }; _Static_assert(sizeof sp == 20, "len");
"#;

fn accepted(text: &str) {
    for model in [DataModel::Ilp32, DataModel::Lp64] {
        let program = read_program(&[Source { name: "x.c", text }], model);
        let errors: Vec<String> = program
            .diagnostics
            .iter()
            .filter(|d| d.is_error())
            .map(|d| d.as_lines(&program.files))
            .collect();
        assert!(errors.is_empty(), "{}", errors.join("\n"));
    }
}

#[test]
fn microsoft_extensions() {
    accepted(MICROSOFT);
}

#[test]
fn gnu_extensions() {
    accepted(GNU);
}

#[test]
fn units_share_records() {
    let a = "struct n { struct n *next; struct o *o; int v; }; extern struct n *head; \
             int get(void) { return head->v; }";
    let b = "struct o { int k; }; struct n { struct n *next; struct o *o; int v; }; \
             static struct n first; struct n *head = &first;";
    let sources = [Source { name: "a.c", text: a }, Source { name: "b.c", text: b }];
    let program = read_program(&sources, DataModel::Lp64);
    assert!(program.diagnostics.is_empty());
    let ty = |name: &str| {
        let symbol = program.names.get(name).expect("named");
        program.globals.iter().find(|g| g.name == symbol).expect("declared").ty
    };
    assert_eq!(program.types.pointee(ty("head")), Some(ty("first")));
    assert_eq!(program.globals.len(), 2);
}

#[test]
fn weak_objects_give_way() {
    let weak = "__attribute__((weak)) int level = 1;";
    for (others, initialised) in [("int level = 2;", true), ("int level;", false)] {
        for texts in [[weak, others], [others, weak]] {
            let sources =
                [Source { name: "a.c", text: texts[0] }, Source { name: "b.c", text: texts[1] }];
            let program = read_program(&sources, DataModel::Lp64);
            assert!(program.diagnostics.is_empty());
            let [level] = program.globals.as_slice() else { panic!("one object") };
            let file = program.files.name(level.place.file);
            let strong = if texts[0] == weak { "b.c" } else { "a.c" };
            assert_eq!((level.init.is_some(), file), (initialised, strong));
        }
    }
}

#[test]
fn compilation_databases() {
    let text = r#"[
        {"directory": "/p", "file": "a.c", "command": "cc -m32 -I inc '-DX=\"a b\"' -c a.c"},
        {"directory": "/p", "file": "b.c", "arguments": ["cc", "-Iinc", "-UY", "b.c"]},
        {"directory": "/p", "file": "c.cpp", "arguments": ["c++", "c.cpp"]}
    ]"#;
    let commands = read_compile_commands(text).expect("a database");
    assert_eq!(commands.len(), 2);
    assert_eq!(commands[0].model, Some(DataModel::Ilp32));
    let define = Flag::Define("X=\"a b\"".to_owned());
    assert_eq!(commands[0].flags, [Flag::IncludeDirectory("inc".into()), define]);
    let undefine = Flag::Undefine("Y".to_owned());
    assert_eq!(commands[1].flags, [Flag::IncludeDirectory("inc".into()), undefine]);
    assert!(read_compile_commands("{}").is_err());
}
