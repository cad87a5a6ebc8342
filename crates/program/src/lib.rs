//! The core program of reachability modulo theories, its analyses and its interpreter.
