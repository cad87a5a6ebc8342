//! Times, sizes and settings as people write and read them.

use std::time::Duration;

fn split_unit(text: &str) -> Result<(f64, &str), String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..end].parse().map_err(|_| format!("`{text}` is not a number"))?;
    Ok((number, text[end..].trim()))
}

/// Reads `90`, `90s`, `2m`, `1h` or `500ms`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_unit(text)?;
    let seconds = match unit {
        "" | "s" | "sec" => number,
        "ms" => number / 1000.0,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("`{unit}` is not a unit of time; use ms, s, m or h")),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("`{text}` is too long a time"))
}

/// Reads `800` (megabytes), `800M`, `2G`, `2GB` or `500k`; the answer is in bytes.
pub fn bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split_unit(text)?;
    let unit = unit.trim_end_matches(['B', 'b']).trim_end_matches('i');
    let factor = match unit {
        "" | "M" | "m" => 1u64 << 20,
        "k" | "K" => 1 << 10,
        "G" | "g" => 1 << 30,
        "T" | "t" => 1 << 40,
        _ => return Err(format!("`{unit}` is not a unit of size; use K, M, G or T")),
    };
    Ok((number * factor as f64) as u64)
}

/// A duration for people: `0.4 ms`, `12 ms`, `3.21 s`, `75 s`.
pub fn show_duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 0.010 => format!("{:.1} ms", s * 1e3),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 60.0 => format!("{s:.2} s"),
        s => format!("{s:.0} s"),
    }
}

/// Reads `NAME=VALUE`.
pub fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err(format!("`{text}` is not of the form NAME=VALUE")),
    }
}

/// A size for people, in megabytes.
pub fn show_bytes(bytes: u64) -> String {
    format!("{:.0} MB", bytes as f64 / f64::from(1 << 20))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_times() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert!(duration("5 fortnights").is_err());
        assert!(duration("-3").is_err());
        assert!(duration("").is_err());
    }

    #[test]
    fn reads_settings() {
        assert_eq!(setting("a.b=2"), Ok(("a.b".into(), "2".into())));
        assert!(setting("a.b").is_err());
        assert!(setting("=2").is_err());
    }

    #[test]
    fn reads_sizes() {
        assert_eq!(bytes("2G"), Ok(2 << 30));
        assert_eq!(bytes("2GiB"), Ok(2 << 30));
        assert_eq!(bytes("100"), Ok(100 << 20));
        assert!(bytes("x").is_err());
    }
}
