//! Small plots side by side: one figure (up, logarithmic) by the size of programs (across).

use crate::plot::{COLOURS, escape, trimmed};
use std::fmt::Write;

/// Panels in a row.
const COLUMNS: usize = 4;
/// The area of the curves of one panel, in pixels, like all lengths here.
const WIDTH: f64 = 250.0;
const HEIGHT: f64 = 210.0;
const LEFT: f64 = 48.0;
const BOTTOM: f64 = 34.0;
const TOP: f64 = 70.0;
const GAP: f64 = 30.0;

/// One small plot.
pub struct Panel<'a> {
    /// Above it.
    pub title: &'a str,
    /// The same curves in every panel.
    pub curves: Vec<Curve<'a>>,
}

/// Points that belong together.
pub struct Curve<'a> {
    /// For the legend.
    pub name: &'a str,
    /// Size and figure.
    pub points: Vec<(f64, f64)>,
}

/// The picture as SVG; all panels have the same scale upwards.
pub fn panels(title: &str, panels: &[Panel<'_>]) -> String {
    let rows = panels.len().div_ceil(COLUMNS).max(1);
    let width = GAP + COLUMNS as f64 * (LEFT + WIDTH + GAP);
    let height = TOP + rows as f64 * (HEIGHT + BOTTOM + GAP + 20.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{GAP}\" y=\"26\" font-size=\"16\" font-weight=\"bold\">{}</text>\n",
        escape(title)
    );
    for (i, curve) in panels.first().map_or(&[][..], |p| &p.curves).iter().enumerate() {
        let (x, colour) = (GAP + 120.0 * i as f64, COLOURS[i % COLOURS.len()]);
        let _ = writeln!(
            out,
            "<path d=\"M{x} 44 h28\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"48\">{}</text>",
            x + 34.0,
            escape(curve.name)
        );
    }
    let figures = || panels.iter().flat_map(|p| &p.curves).flat_map(|c| &c.points).map(|p| p.1);
    let low = 10f64.powf(figures().fold(0.1, f64::min).max(1e-3).log10().floor());
    let high = 10f64.powf(figures().fold(1.0, f64::max).log10().ceil());
    for (i, panel) in panels.iter().enumerate() {
        let x = GAP + LEFT + (i % COLUMNS) as f64 * (LEFT + WIDTH + GAP);
        let y = TOP + 14.0 + (i / COLUMNS) as f64 * (HEIGHT + BOTTOM + GAP + 20.0);
        draw(&mut out, panel, (x, y), (low, high));
    }
    out.push_str("</svg>\n");
    out
}

fn draw(out: &mut String, panel: &Panel<'_>, (left, top): (f64, f64), (low, high): (f64, f64)) {
    let (bottom, right) = (top + HEIGHT, left + WIDTH);
    let sizes = panel.curves.iter().flat_map(|c| &c.points).map(|p| p.0);
    let most = sizes.fold(1.0, f64::max);
    let across = |n: f64| left + n / most * WIDTH;
    let up = |v: f64| bottom - (v.max(low) / low).ln() / (high / low).ln() * HEIGHT;
    let _ = writeln!(
        out,
        "<text x=\"{left}\" y=\"{:.1}\" font-weight=\"bold\">{}</text>\
         <rect x=\"{left}\" y=\"{top}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"none\" stroke=\"black\"/>",
        top - 6.0,
        escape(panel.title)
    );
    let mut decade = low;
    while decade <= high * 1.001 {
        let y = up(decade);
        let _ = writeln!(
            out,
            "<path d=\"M{left} {y:.1} H{right}\" stroke=\"#e2e2e2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 5.0,
            y + 4.0,
            trimmed(decade)
        );
        decade *= 10.0;
    }
    for n in [0.0, most / 2.0, most] {
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            across(n),
            bottom + 16.0,
            trimmed(n)
        );
    }
    for (i, curve) in panel.curves.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let mut path = String::new();
        for (k, &(n, v)) in curve.points.iter().enumerate() {
            let letter = if k == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{:.1} {:.1} ", across(n), up(v));
            let (x, y) = (across(n), up(v));
            let _ =
                writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.6\" fill=\"{colour}\"/>");
        }
        let _ = writeln!(
            out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"/>"
        );
    }
}
