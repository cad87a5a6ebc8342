//! The text of a terminal as a picture (SVG): escape sequences for colours become classes of its style.

use regex::Regex;

const CHARACTER_WIDTH: f64 = 8.43; // of the fonts named below, at 14 pixels
const LINE_HEIGHT: usize = 20;
const MARGIN: usize = 20;

const STYLE: &str = "
  text { font: 14px 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #d8dee9; white-space: pre; }
  .bold { font-weight: bold; }
  .dim { fill: #7b8494; }
  .red { fill: #ff6b6b; }
  .green { fill: #8fd694; }
  .yellow { fill: #e9c46a; }
  .cyan { fill: #7fc8f8; }
";

/// The class that a parameter of an escape sequence (SGR) stands for.
fn class(parameter: &str) -> &'static str {
    match parameter {
        "1" => "bold",
        "2" => "dim",
        "31" => "red",
        "32" => "green",
        "33" => "yellow",
        "36" => "cyan",
        other => panic!("the picture has no class for the escape sequence {other}"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A line with its escape sequences as spans. Every line ends in the plain style.
fn spans(line: &str, sequence: &Regex) -> String {
    let mut out = String::new();
    let mut classes = String::new();
    let mut start = 0;
    let mut push = |text: &str, classes: &str| match (text, classes) {
        ("", _) => {}
        (text, "") => out.push_str(&escaped(text)),
        (text, classes) => {
            out.push_str(&format!("<tspan class=\"{classes}\">{}</tspan>", escaped(text)));
        }
    };
    for found in sequence.captures_iter(line) {
        let whole = found.get(0).expect("a match");
        push(&line[start..whole.start()], &classes);
        start = whole.end();
        classes = match &found[1] {
            "0" => String::new(),
            parameters => parameters.split(';').map(class).collect::<Vec<_>>().join(" "),
        };
    }
    push(&line[start..], &classes);
    out
}

/// The picture of a text with escape sequences.
pub fn draw(text: &str) -> String {
    let sequence = Regex::new("\x1b\\[([0-9;]*)m").expect("a regular expression");
    let longest =
        text.lines().map(|l| sequence.replace_all(l, "").chars().count()).max().unwrap_or(0);
    let width = (longest as f64 * CHARACTER_WIDTH).ceil() as usize + 2 * MARGIN;
    let height = text.lines().count() * LINE_HEIGHT + 2 * MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\">\n<style>{STYLE}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#1f2430\"/>\n"
    );
    for (number, line) in text.lines().enumerate() {
        let y = MARGIN + (number + 1) * LINE_HEIGHT - 6;
        out.push_str(&format!(
            "<text x=\"{MARGIN}\" y=\"{y}\" xml:space=\"preserve\">{}</text>\n",
            spans(line, &sequence)
        ));
    }
    out + "</svg>\n"
}
