//! Terminal sizes: `80x24`.

use crate::Size;

/// The most cells that a terminal may have. The largest real ones have some ten thousand; the model of the screen takes
/// 24 bytes for each, and a recording must not be able to ask for gigabytes.
const MAX_CELLS: u32 = 1 << 20;

/// Why a text is no size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is no terminal size: use COLUMNSxROWS, such as 80x24, with at least 1 of each and at most {MAX_CELLS} cells"
)]
pub struct SizeError {
    text: String,
}

/// Reads `COLUMNSxROWS`.
pub fn parse_size(text: &str) -> Result<Size, SizeError> {
    let number = |digits: &str| {
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    let size = text
        .split_once(['x', 'X'])
        .and_then(|(cols, rows)| Some((number(cols)?, number(rows)?)));
    let error = || SizeError {
        text: text.to_owned(),
    };
    let (cols, rows) = size.ok_or_else(error)?;
    check_size(cols, rows).map_err(|_| error())
}

/// A size from two numbers, if a terminal may have it.
pub fn check_size(cols: u32, rows: u32) -> Result<Size, SizeError> {
    let error = || SizeError {
        text: format!("{cols}x{rows}"),
    };
    if cols == 0 || rows == 0 || cols.saturating_mul(rows) > MAX_CELLS {
        return Err(error());
    }
    let (Ok(cols), Ok(rows)) = (u16::try_from(cols), u16::try_from(rows)) else {
        return Err(error());
    };
    Ok(Size { cols, rows })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_size("80x24"), Ok(Size { cols: 80, rows: 24 }));
        assert_eq!(parse_size("1X1"), Ok(Size { cols: 1, rows: 1 }));
        for wrong in [
            "",
            "80",
            "80x",
            "x24",
            "0x24",
            "80x0",
            "+80x24",
            "80x-1",
            " 80x24",
            "65536x1",
            "60000x60000",
            "99999999999x1",
            "80x24x1",
        ] {
            let error = parse_size(wrong)
                .err()
                .map(|e| e.to_string())
                .unwrap_or_default();
            assert!(
                error.starts_with(&format!("`{wrong}` is no terminal size")),
                "{wrong}: {error}"
            );
        }
    }
}
