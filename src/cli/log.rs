//! The log: a file that messages are added to while standard error is the terminal of the command.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

use env_filter::Filter;
use log::{Log, Metadata, Record};

use super::settings::Loaded;

/// Opens the log, if the settings name one, and writes them down. One that cannot be written is told, and is no reason
/// not to go on.
pub(super) fn start(loaded: &Loaded) {
    let Some(path) = loaded.settings.log() else {
        return;
    };
    match open(&path) {
        Ok(file) => {
            let filter = env_filter::Builder::new()
                .parse(loaded.settings.log_filter())
                .build();
            log::set_max_level(filter.filter());
            let logger = FileLog {
                filter,
                file: Mutex::new(file),
            };
            if log::set_boxed_logger(Box::new(logger)).is_ok() {
                log::info!("started, version {}", env!("CARGO_PKG_VERSION"));
                log::info!("{}", loaded.describe());
                for warning in loaded.shading.profile.warnings() {
                    log::warn!("{warning}");
                }
            }
        }
        Err(e) => super::warn(format_args!("no log: {}: {e}", path.display())),
    }
}

/// For its owner alone: a log tells which commands were run with what settings.
fn open(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true).mode(0o600);
    options.open(path)
}

struct FileLog {
    filter: Filter,
    file: Mutex<File>,
}

impl Log for FileLog {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.filter.enabled(metadata)
    }

    fn log(&self, record: &Record<'_>) {
        if !self.filter.matches(record) {
            return;
        }
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let (seconds, millis) = (now.as_secs(), now.subsec_millis());
        let (id, level) = (std::process::id(), record.level());
        let line = format!(
            "{seconds}.{millis:03} [{id}] {level:<5} {}\n",
            record.args()
        );
        // One write a line, so that lines of several processes do not mix. A full disk is no reason to disturb anybody.
        if let Ok(mut file) = self.file.lock() {
            let _ = file.write_all(line.as_bytes());
        }
    }

    fn flush(&self) {}
}
