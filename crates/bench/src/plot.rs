//! A cactus plot: how many instances are solved (across) if each may take so long (up, logarithmic).

use crate::list::List;
use crate::results::Row;
use std::fmt::Write;
use std::time::Duration;

/// The whole picture, in pixels, like all lengths here.
const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 520.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 55.0;
/// Colours that people with any kind of colour vision can tell apart (Okabe and Ito).
pub const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// A named, sorted list of times.
struct Curve<'a> {
    name: &'a str,
    times: Vec<f64>,
}

/// The plot as SVG, with the curves of other tools where the list has them.
pub fn cactus(list: &List, rows: &[(usize, &Row)], limit: Duration) -> String {
    let ours = rows.iter().filter(|(_, r)| r.solved()).map(|(_, r)| r.wall).collect();
    let mut curves = vec![Curve { name: "lariat", times: ours }];
    for (t, name) in list.tools.iter().enumerate() {
        let times = rows.iter().filter_map(|(i, _)| list.instances[*i].published[t]).collect();
        curves.push(Curve { name, times });
    }
    for curve in &mut curves {
        curve.times.sort_by(f64::total_cmp);
    }
    let title = format!("{}: instances solved within a time, of {}", list.name, rows.len());
    draw(&title, &curves, limit.as_secs_f64())
}

struct Axes {
    most: f64,
    low: f64,
    high: f64,
}

impl Axes {
    fn x(&self, count: f64) -> f64 {
        LEFT + count / self.most * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, seconds: f64) -> f64 {
        let share = (seconds.max(self.low) / self.low).ln() / (self.high / self.low).ln();
        HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
    }
}

fn draw(title: &str, curves: &[Curve<'_>], limit: f64) -> String {
    let all = || curves.iter().flat_map(|c| c.times.iter().copied());
    let most = curves.iter().map(|c| c.times.len()).max().unwrap_or(0).max(1);
    let smallest = all().fold(limit, f64::min).max(0.01);
    let largest = all().fold(limit, f64::max).max(1.0);
    let axes = Axes {
        most: nice_ceiling(most) as f64,
        low: 10f64.powf(smallest.log10().floor()),
        high: 10f64.powf(largest.log10().ceil()).max(1.0),
    };
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">"
    );
    let _ = writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>");
    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"28\" font-size=\"16\" font-weight=\"bold\">{}</text>",
        escape(title)
    );
    grid(&mut out, &axes);
    if limit < axes.high {
        let y = axes.y(limit);
        let end = WIDTH - RIGHT;
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{end}\" y2=\"{y:.1}\" stroke=\"#555\" \
             stroke-dasharray=\"6 4\"/><text x=\"{:.1}\" y=\"{:.1}\" fill=\"#555\">limit {limit} s</text>",
            LEFT + 6.0,
            y - 5.0
        );
    }
    for (i, curve) in curves.iter().enumerate().rev() {
        draw_curve(&mut out, curve, COLOURS[i % COLOURS.len()], i == 0, &axes);
    }
    legend(&mut out, curves);
    out.push_str("</svg>\n");
    out
}

fn grid(out: &mut String, axes: &Axes) {
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    let mut decade = axes.low;
    while decade <= axes.high * 1.001 {
        let y = axes.y(decade);
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 8.0,
            y + 4.0,
            trimmed(decade)
        );
        decade *= 10.0;
    }
    let step = axes.most / 5.0;
    for i in 0..=5 {
        let count = step * f64::from(i);
        let x = axes.x(count);
        let _ = writeln!(
            out,
            "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\" stroke=\"#eee\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 20.0,
            trimmed(count)
        );
    }
    let _ = writeln!(
        out,
        "<path d=\"M{LEFT} {TOP} V{bottom} H{right}\" fill=\"none\" stroke=\"black\"/>"
    );
    let middle = LEFT + (right - LEFT) / 2.0;
    let _ = writeln!(
        out,
        "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">instances solved</text>",
        HEIGHT - 12.0
    );
    let up = TOP + (bottom - TOP) / 2.0;
    let _ = writeln!(
        out,
        "<text x=\"20\" y=\"{up:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 20 {up:.1})\">seconds</text>"
    );
}

fn draw_curve(out: &mut String, curve: &Curve<'_>, colour: &str, ours: bool, axes: &Axes) {
    let points: Vec<String> = curve
        .times
        .iter()
        .enumerate()
        .map(|(i, t)| format!("{:.1},{:.1}", axes.x(i as f64 + 1.0), axes.y(*t)))
        .collect();
    if points.is_empty() {
        return;
    }
    let width = if ours { 2.6 } else { 1.5 };
    let _ = writeln!(
        out,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>",
        points.join(" ")
    );
    if ours {
        for point in &points {
            let (x, y) = point.split_once(',').unwrap_or(("0", "0"));
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"2.6\" fill=\"{colour}\"/>");
        }
    }
}

fn legend(out: &mut String, curves: &[Curve<'_>]) {
    for (i, curve) in curves.iter().enumerate() {
        let y = TOP + 12.0 + 22.0 * i as f64;
        let x = WIDTH - RIGHT + 16.0;
        let _ = writeln!(
            out,
            "<line x1=\"{x}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\" stroke=\"{}\" stroke-width=\"3\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{} ({})</text>",
            x + 22.0,
            COLOURS[i % COLOURS.len()],
            x + 28.0,
            y + 4.0,
            escape(curve.name),
            curve.times.len()
        );
    }
}

/// The next number that divides well into five steps.
fn nice_ceiling(count: usize) -> usize {
    count.div_ceil(5) * 5
}

/// A number without needless zeros.
pub fn trimmed(number: f64) -> String {
    let text = format!("{number:.5}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// For text in SVG.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
