//! The first line of a recording.

use serde::Deserialize;

use super::Problem;
use crate::Size;
use crate::config::check_size;

/// A version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// Times count from the start.
    V2,
    /// Times count from the event before.
    V3,
}

/// What we read from a header; all else in it is kept as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The version of the format.
    pub version: Version,
    /// The terminal's size at the start.
    pub size: Size,
}

#[derive(Deserialize)]
struct Fields {
    version: u64,
    width: Option<u32>,
    height: Option<u32>,
    term: Option<Term>,
}

#[derive(Deserialize)]
struct Term {
    cols: Option<u32>,
    rows: Option<u32>,
}

impl Header {
    /// Reads a header's line.
    pub fn parse(line: &[u8]) -> Result<Header, Problem> {
        let fields: Fields = serde_json::from_slice(line).map_err(Problem::Header)?;
        let (version, cols, rows) = match fields.version {
            2 => (Version::V2, fields.width, fields.height),
            3 => (
                Version::V3,
                fields.term.as_ref().and_then(|t| t.cols),
                fields.term.as_ref().and_then(|t| t.rows),
            ),
            other => return Err(Problem::Version(other)),
        };
        let (Some(cols), Some(rows)) = (cols, rows) else {
            return Err(Problem::NoSize);
        };
        Ok(Header {
            version,
            size: check_size(cols, rows)?,
        })
    }
}

/// Whether a line is meant as a recording's header: a JSON object with a `version`. It may still be a wrong one.
pub fn looks_like_header(line: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct AnyVersion {
        #[serde(rename = "version")]
        _version: serde_json::Number,
    }
    line.first() == Some(&b'{') && serde_json::from_slice::<AnyVersion>(line).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Header, String> {
        Header::parse(line.as_bytes()).map_err(|e| e.to_string())
    }

    #[test]
    fn both_versions() {
        let size = Size {
            cols: 100,
            rows: 30,
        };
        assert_eq!(
            parsed(r#"{"version": 2, "width": 100, "height": 30, "title": "x"}"#),
            Ok(Header {
                version: Version::V2,
                size
            })
        );
        assert_eq!(
            parsed(r#"{"version":3,"term":{"cols":100,"rows":30,"type":"xterm"}}"#),
            Ok(Header {
                version: Version::V3,
                size
            })
        );
    }

    #[test]
    fn wrong_headers_say_why() {
        assert!(
            parsed(r#"{"version":1,"width":1,"height":1}"#)
                .is_err_and(|e| e.contains("version 1 is not supported"))
        );
        assert!(
            parsed(r#"{"version":2,"width":80}"#)
                .is_err_and(|e| e.contains("names no terminal size"))
        );
        assert!(
            parsed(r#"{"version":2,"width":0,"height":24}"#).is_err_and(|e| e.contains("`0x24`"))
        );
        assert!(
            parsed(r#"{"version":3,"term":{"cols":"x"}}"#)
                .is_err_and(|e| e.contains("no asciicast header"))
        );
    }

    #[test]
    fn a_header_is_told_from_output() {
        assert!(looks_like_header(br#"{"version": 9}"#));
        assert!(!looks_like_header(br#"{"type":"message"}"#));
        assert!(!looks_like_header(b"{ not json"));
        assert!(!looks_like_header(b"text"));
    }
}
