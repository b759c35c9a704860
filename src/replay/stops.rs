//! Where to jump to.

use std::path::Path;

use super::source;
use crate::Options;
use crate::events::{Event, Watcher, What};
use crate::filter;

/// The seconds at which regions and tool calls begin in the asciicast of version 2 or 3 at `path`, as far as it can be
/// read. In other recordings none is known.
pub fn stops(path: &Path, options: Options) -> Vec<f64> {
    let mut stops = Vec::new();
    let mut shaded = false;
    let tell = |event: Event| {
        if event.event == What::Turn {
            return;
        }
        let call = matches!(event.event, What::ToolRequest | What::Task);
        if call || event.region && !shaded {
            stops.push(event.time);
        }
        shaded = event.region;
    };
    if let Ok(input) = source::reader(path, 0) {
        let name = path.display().to_string();
        // A fault in the recording is told where it is played.
        let _ = filter::drive_recording(input, &name, |size| {
            Watcher::new(Options { size, ..options }, tell)
        });
    }
    stops.sort_by(f64::total_cmp);
    stops
}
