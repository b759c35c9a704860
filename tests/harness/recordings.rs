//! What stands in recordings.

use shade_pty::Size;
use shade_pty::cast::{Code, Line, Reader};

/// The size and the output events of a recording.
pub(crate) fn output_of(recording: &[u8]) -> (Size, Vec<Vec<u8>>) {
    let (mut reader, header) = Reader::new(recording, "it").unwrap();
    let mut bursts = Vec::new();
    while let Some(line) = reader.read().unwrap() {
        if let Line::Event(event) = line
            && event.code == Code::Output
        {
            bursts.push(event.data);
        }
    }
    (header.size, bursts)
}
