//! Prints the random program of a seed.

fn main() {
    let seed = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(0);
    print!("{}", lariat_oracle::generate::program(seed));
}
