//! Compiles programs with the system's compiler and runs them, all in one file: what they name
//! gets a number.

use crate::generator::NAMES;
use lariat_c::DataModel;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// What `run()` returns in each program; `None` if programs cannot be made. No library is
/// needed: results are written by a system call, so that 32-bit programs run as well.
pub fn run(programs: &[(u64, String)], model: DataModel) -> Option<Vec<u32>> {
    let first = programs.first().map_or(0, |p| p.0);
    let name = format!("lariat-c-{}-{model:?}-{first}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).ok()?;
    let results = run_all(&folder, programs, model);
    let _ = std::fs::remove_dir_all(&folder);
    results
}

fn run_all(folder: &Path, programs: &[(u64, String)], model: DataModel) -> Option<Vec<u32>> {
    let (source, program) = (folder.join("all.c"), folder.join("all"));
    let count = programs.len();
    let mut text = String::new();
    let mut calls = String::new();
    for (seed, program) in programs {
        for name in NAMES {
            let _ = writeln!(text, "#define {name} {name}_{seed}");
        }
        text.push_str(program);
        for name in NAMES {
            let _ = writeln!(text, "#undef {name}");
        }
        let _ = writeln!(calls, "*next++ = run_{seed}();");
    }
    let size = 4 * count;
    let end = match model {
        // Nothing here runs programs of Windows.
        DataModel::Llp64 | DataModel::Win32 => return None,
        DataModel::Ilp32 => format!(
            "__asm__ volatile(\"int $0x80\" :: \"a\"(4), \"b\"(1), \"c\"(results), \"d\"({size}) : \"memory\");\n\
             __asm__ volatile(\"int $0x80\" :: \"a\"(1), \"b\"(0));"
        ),
        DataModel::Lp64 => format!(
            "__asm__ volatile(\"syscall\" :: \"a\"(1L), \"D\"(1L), \"S\"(results), \"d\"({size}L) : \"rcx\", \"r11\", \"memory\");\n\
             __asm__ volatile(\"syscall\" :: \"a\"(60L), \"D\"(0L) : \"rcx\", \"r11\");"
        ),
    };
    let _ = write!(
        text,
        "static unsigned results[{count}];\n\
         __attribute__((force_align_arg_pointer)) void _start(void) {{\n\
         unsigned *next = results;\n{calls}\n{end}\nfor (;;);\n}}\n\
         void *memcpy(void *a, const void *b, __SIZE_TYPE__ n) {{ char *x = a; const char *y = b; \
         for (__SIZE_TYPE__ i = 0; i < n; i++) x[i] = y[i]; return a; }}\n\
         void *memset(void *a, int v, __SIZE_TYPE__ n) {{ char *x = a; \
         for (__SIZE_TYPE__ i = 0; i < n; i++) x[i] = v; return a; }}\n{DIVISION}"
    );
    std::fs::write(&source, text).ok()?;
    let width = if model == DataModel::Ilp32 { "-m32" } else { "-m64" };
    let compiled = Command::new("cc")
        .args([width, "-std=gnu11", "-O0", "-w", "-fwrapv", "-nostdlib", "-static"])
        // Every operation is rounded to its type, also on 32-bit machines.
        .args(["-msse2", "-mfpmath=sse", "-ffp-contract=off"])
        .args(["-ffreestanding", "-fno-stack-protector", "-fno-pic", "-no-pie", "-fno-builtin"])
        .arg("-o")
        .arg(&program)
        .arg(&source)
        .output()
        .ok()?;
    if !compiled.status.success() {
        eprintln!("{}", String::from_utf8_lossy(&compiled.stderr));
        return None;
    }
    let output = Command::new(&program).output().ok()?.stdout;
    let words = output.chunks_exact(4).map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]));
    let results: Vec<u32> = words.collect();
    (results.len() == count).then_some(results)
}

/// What the compiler calls for 64-bit division on 32-bit machines.
const DIVISION: &str = "
typedef unsigned long long U; typedef long long I;
#if __SIZEOF_POINTER__ == 4
static U divide(U a, U b, U *rest) {
  U q = 0, r = 0;
  for (int i = 63; i >= 0; i--) {
    r = r << 1 | (a >> i & 1);
    if (r >= b) { r -= b; q |= 1ull << i; }
  }
  *rest = r;
  return q;
}
U __udivdi3(U a, U b) { U r; return divide(a, b, &r); }
U __umoddi3(U a, U b) { U r; divide(a, b, &r); return r; }
I __divdi3(I a, I b) {
  U r, q = divide(a < 0 ? -(U)a : (U)a, b < 0 ? -(U)b : (U)b, &r);
  return (a < 0) != (b < 0) ? (I)-q : (I)q;
}
I __moddi3(I a, I b) {
  U r;
  divide(a < 0 ? -(U)a : (U)a, b < 0 ? -(U)b : (U)b, &r);
  return a < 0 ? (I)-r : (I)r;
}
#endif
";
