//! Any text as a configuration file: it is read, or the fault is told with a place that is in the text.

#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use shade_pty::config;

fuzz_target!(|text: &str| {
    if let Err(faults) = config::parse(text, Path::new("config.toml")) {
        assert!(!faults.is_empty());
        for fault in faults {
            assert!(!fault.to_string().is_empty());
        }
    }
});
