//! A scatter plot with logarithmic axes: each point is one program or path, measured two ways.

use crate::plot::{COLOURS, escape, trimmed};
use std::fmt::Write;

/// The sides of the square with the points, in pixels, like all lengths here.
const SIDE: f64 = 460.0;
const LEFT: f64 = 80.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 60.0;
const RIGHT: f64 = 240.0;

/// What the picture says beside its points.
pub struct Labels<'a> {
    /// Above the picture.
    pub title: &'a str,
    /// Below: what lies across.
    pub across: &'a str,
    /// At the left: what goes up.
    pub up: &'a str,
    /// Runs that ended here have no answer; a dashed line.
    pub limit: Option<f64>,
}

/// Points of one kind: seconds across, seconds up.
pub struct Group {
    /// For the legend.
    pub name: String,
    /// The points.
    pub points: Vec<(f64, f64)>,
}

struct Axis {
    low: f64,
    high: f64,
}

impl Axis {
    /// Whole decades around all values; both axes have the same.
    fn around(values: impl Iterator<Item = f64>) -> Axis {
        let (least, most) = values
            .filter(|v| *v > 0.0)
            .fold((f64::MAX, f64::MIN_POSITIVE), |(l, m), v| (l.min(v), m.max(v)));
        if least > most {
            return Axis { low: 0.1, high: 1.0 };
        }
        let low = 10f64.powf(least.log10().floor());
        Axis { low, high: 10f64.powf(most.log10().ceil()).max(low * 10.0) }
    }

    fn share(&self, value: f64) -> f64 {
        (value.max(self.low) / self.low).ln() / (self.high / self.low).ln()
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + self.share(value) * SIDE
    }

    fn y(&self, value: f64) -> f64 {
        TOP + SIDE - self.share(value) * SIDE
    }
}

/// The plot as SVG.
pub fn scatter(labels: &Labels<'_>, groups: &[Group]) -> String {
    let points = groups.iter().flat_map(|g| &g.points);
    let axis = Axis::around(points.flat_map(|&(x, y)| [x, y]).chain(labels.limit));
    let (width, height) = (LEFT + SIDE + RIGHT, TOP + SIDE + BOTTOM);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"28\" font-size=\"16\" font-weight=\"bold\">{}</text>\n",
        escape(labels.title)
    );
    grid(&mut out, &axis);
    diagonals(&mut out, &axis);
    if let Some(limit) = labels.limit {
        limit_lines(&mut out, &axis, limit);
    }
    axis_names(&mut out, labels);
    for (i, group) in groups.iter().enumerate() {
        for &(x, y) in &group.points {
            mark(&mut out, i, axis.x(x), axis.y(y));
        }
        let y = TOP + 12.0 + 24.0 * i as f64;
        let x = LEFT + SIDE + 52.0;
        mark(&mut out, i, x, y);
        let (name, count) = (escape(&group.name), group.points.len());
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\">{name} ({count})</text>",
            x + 12.0,
            y + 4.5
        );
    }
    out.push_str("</svg>\n");
    out
}

fn grid(out: &mut String, axis: &Axis) {
    let (bottom, right) = (TOP + SIDE, LEFT + SIDE);
    let mut decade = axis.low;
    while decade <= axis.high * 1.001 {
        let (x, y, name) = (axis.x(decade), axis.y(decade), trimmed(decade));
        let _ = writeln!(
            out,
            "<path d=\"M{LEFT} {y:.1} H{right} M{x:.1} {TOP} V{bottom}\" stroke=\"#e2e2e2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{name}</text>",
            LEFT - 8.0,
            y + 4.5,
            bottom + 20.0
        );
        decade *= 10.0;
    }
    let _ = writeln!(
        out,
        "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"black\"/>"
    );
}

/// Equal, and ten times faster.
fn diagonals(out: &mut String, axis: &Axis) {
    for (factor, name, style) in [(1.0, "equal", ""), (10.0, "10×", " stroke-dasharray=\"2 4\"")] {
        if axis.low * factor >= axis.high {
            continue;
        }
        let (x, y) = (axis.x(axis.low * factor), axis.y(axis.low));
        let (end_x, end_y) = (axis.x(axis.high), axis.y(axis.high / factor));
        let _ = writeln!(
            out,
            "<line x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{end_x:.1}\" y2=\"{end_y:.1}\" stroke=\"#888\"{style}/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"#666\" font-size=\"11\">{name}</text>",
            end_x + 4.0,
            end_y + 4.0
        );
    }
}

fn limit_lines(out: &mut String, axis: &Axis, limit: f64) {
    let (x, y) = (axis.x(limit), axis.y(limit));
    let _ = writeln!(
        out,
        "<path d=\"M{LEFT} {y:.1} H{:.1} M{x:.1} {TOP} V{:.1}\" stroke=\"#a33\" stroke-dasharray=\"6 4\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" fill=\"#a33\" font-size=\"11\">no answer</text>",
        LEFT + SIDE,
        TOP + SIDE,
        LEFT + 6.0,
        y - 5.0
    );
}

fn axis_names(out: &mut String, labels: &Labels<'_>) {
    let (middle, up) = (LEFT + SIDE / 2.0, TOP + SIDE / 2.0);
    let _ = writeln!(
        out,
        "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
         <text x=\"22\" y=\"{up:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 22 {up:.1})\">{}</text>",
        TOP + SIDE + 46.0,
        escape(labels.across),
        escape(labels.up)
    );
}

/// Groups differ in form as well as in colour.
fn mark(out: &mut String, group: usize, x: f64, y: f64) {
    let colour = COLOURS[group % COLOURS.len()];
    let _ = match group % 3 {
        0 => writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.6\" fill=\"{colour}\" fill-opacity=\"0.7\"/>"
        ),
        1 => writeln!(
            out,
            "<path d=\"M{x:.1} {:.1} l4.4 7.6 h-8.8 z\" fill=\"{colour}\" fill-opacity=\"0.7\"/>",
            y - 5.0
        ),
        _ => writeln!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"6.6\" height=\"6.6\" fill=\"{colour}\" fill-opacity=\"0.7\"/>",
            x - 3.3,
            y - 3.3
        ),
    };
}
