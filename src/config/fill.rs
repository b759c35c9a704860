//! Fill modes: `auto`, `terminal`, `content`, `columns=N`.

use crate::Fill;

/// Why a text is no fill mode.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is no fill mode: use `auto`, `terminal`, `content` or `columns=N` with N from 1 to 65535"
)]
pub struct FillError {
    text: String,
}

/// Reads a fill mode. `None` is `auto`: whole rows, where the terminal can do it.
pub fn parse_fill(text: &str) -> Result<Option<Fill>, FillError> {
    let columns = |digits: &str| {
        let plain = digits.bytes().all(|b| b.is_ascii_digit());
        plain
            .then(|| digits.parse().ok())
            .flatten()
            .filter(|&n: &u16| n > 0)
    };
    let fill = match text {
        "auto" => return Ok(None),
        "terminal" => Some(Fill::Terminal),
        "content" => Some(Fill::Content),
        _ => text
            .strip_prefix("columns=")
            .and_then(columns)
            .map(Fill::Columns),
    };
    fill.map(Some).ok_or_else(|| FillError {
        text: text.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fill_modes() {
        assert_eq!(parse_fill("auto"), Ok(None));
        assert_eq!(parse_fill("terminal"), Ok(Some(Fill::Terminal)));
        assert_eq!(parse_fill("content"), Ok(Some(Fill::Content)));
        assert_eq!(parse_fill("columns=80"), Ok(Some(Fill::Columns(80))));
        for wrong in [
            "",
            "Terminal",
            "columns",
            "columns=",
            "columns=0",
            "columns=-1",
            "columns=+1",
            "columns=65536",
            "80",
        ] {
            assert!(
                parse_fill(wrong).is_err_and(|e| e.to_string().contains("`columns=N`")),
                "{wrong}"
            );
        }
    }
}
