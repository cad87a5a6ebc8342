//! What reading a program has to say about it: errors and warnings with places.

use crate::source::Place;

pub use lariat_diagnostics::Severity;

/// One message with its place.
pub type Diagnostic = lariat_diagnostics::Diagnostic<Place>;
