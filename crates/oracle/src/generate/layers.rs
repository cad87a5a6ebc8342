//! Layered programs: procedures of one layer call procedures of the next, several call the same one,
//! in branches and one after the other. The call graph is full of diamonds, so that instances could
//! be shared in many ways, some of them wrong (two calls of one instance on one path).

use crate::random::Random;
use std::fmt::Write;

/// The layered program of this seed. Its entry is `main`.
pub fn layered_program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x5bd1_e995);
    let layers = random.between(2, 4);
    let width = random.between(1, 3);
    let goal = random.between(0, 9);
    let mut text = String::from("var g: int;\n");
    _ = writeln!(text, "procedure main()\nmodifies g;\n{{\n  g := 0;");
    calls(&mut random, &mut text, 0, width);
    if random.chance(50) {
        calls(&mut random, &mut text, 0, width);
    }
    _ = writeln!(text, "  assert g != {goal};\n}}");
    for layer in 0..layers {
        for number in 0..width {
            _ = writeln!(text, "procedure q{layer}_{number}()\nmodifies g;\n{{");
            if layer + 1 == layers {
                leaf(&mut random, &mut text);
            } else {
                calls(&mut random, &mut text, layer + 1, width);
            }
            _ = writeln!(text, "}}");
        }
    }
    text
}

/// Calls of procedures of a layer, in some order and some branches.
fn calls(random: &mut Random, text: &mut String, layer: usize, width: usize) {
    match random.below(4) {
        0 => _ = writeln!(text, "  call q{layer}_{}();", random.below(width)),
        1 => {
            _ = writeln!(text, "  call q{layer}_{}();", random.below(width));
            _ = writeln!(text, "  call q{layer}_{}();", random.below(width));
        }
        2 => {
            _ = writeln!(text, "  if (*) {{");
            _ = writeln!(text, "    call q{layer}_{}();", random.below(width));
            _ = writeln!(text, "  }} else {{");
            _ = writeln!(text, "    call q{layer}_{}();", random.below(width));
            if random.chance(40) {
                _ = writeln!(text, "    g := g + {};", random.below(3));
                _ = writeln!(text, "    call q{layer}_{}();", random.below(width));
            }
            _ = writeln!(text, "  }}");
        }
        _ => {
            _ = writeln!(text, "  if (g mod 2 == {}) {{", random.below(2));
            _ = writeln!(text, "    call q{layer}_{}();", random.below(width));
            _ = writeln!(text, "  }}");
            _ = writeln!(text, "  call q{layer}_{}();", random.below(width));
        }
    }
}

/// A procedure that calls nothing: too large to be inlined, and not the same at each call.
fn leaf(random: &mut Random, text: &mut String) {
    _ = writeln!(text, "  if (*) {{\n    g := g + {};", random.between(1, 2));
    _ = writeln!(text, "  }} else if (g > {}) {{\n    g := g - 1;", random.below(4));
    if random.chance(30) {
        _ = writeln!(text, "    assert g != {};", random.between(2, 6));
    }
    _ = writeln!(text, "  }} else if (g == {}) {{\n    g := g + 2;", random.below(3));
    _ = writeln!(text, "  }}");
}
