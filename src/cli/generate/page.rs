//! Parts of a manual page.

use std::io::{self, Write};

use clap_mangen::roff::{Inline, Roff, bold, italic, roman};

/// A page that is being written.
pub(super) struct Page(Vec<u8>);

impl Page {
    /// A page with its head and its NAME section.
    pub(super) fn new(name: &str, section: &str, manual: &str, about: &str) -> io::Result<Page> {
        let mut page = Page(Vec::new());
        let version = concat!("shade-pty ", env!("CARGO_PKG_VERSION"));
        page.roff(|roff| {
            roff.control("TH", [name, section, "", version, manual]);
        })?;
        page.heading("NAME")?;
        page.text(&format!("{name} - {about}"))?;
        Ok(page)
    }

    fn roff(&mut self, fill: impl FnOnce(&mut Roff)) -> io::Result<()> {
        let mut roff = Roff::new();
        fill(&mut roff);
        // Each piece would begin with the same definition of the apostrophe; the first has it.
        let text = match self.0.is_empty() {
            true => roff.render(),
            false => roff.to_roff(),
        };
        self.0.write_all(text.as_bytes())
    }

    pub(super) fn heading(&mut self, title: &str) -> io::Result<()> {
        self.roff(|roff| {
            roff.control("SH", [title]);
        })
    }

    /// A paragraph.
    pub(super) fn paragraph(&mut self, text: &str) -> io::Result<()> {
        self.roff(|roff| {
            roff.control("PP", []);
        })?;
        self.text(text)
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        self.roff(|roff| {
            roff.text([roman(text)]);
        })
    }

    /// A term in bold, something about it in italics, and paragraphs that explain it.
    pub(super) fn term(&mut self, term: &str, form: &str, about: &[String]) -> io::Result<()> {
        self.roff(|roff| {
            roff.control("TP", []);
            let gap = if form.is_empty() { "" } else { " " };
            roff.text([bold(term), roman(gap), italic(form)]);
            let mut paragraphs = about.iter();
            if let Some(first) = paragraphs.next() {
                roff.text([roman(first.as_str())]);
            }
            for paragraph in paragraphs {
                roff.control("br", []);
                roff.text([roman(paragraph.as_str())]);
            }
        })
    }

    /// Lines as they are.
    pub(super) fn example(&mut self, lines: &str) -> io::Result<()> {
        self.roff(|roff| {
            roff.control("PP", []);
            roff.control("nf", []);
            roff.control("RS", ["4"]);
            for line in lines.lines() {
                roff.text([roman(line)]);
            }
            roff.control("RE", []);
            roff.control("fi", []);
        })
    }

    /// The SEE ALSO section: names and their sections.
    pub(super) fn see_also(&mut self, pages: &[(&str, &str)]) -> io::Result<()> {
        self.heading("SEE ALSO")?;
        let mut words: Vec<Inline> = Vec::new();
        for (n, (name, section)) in pages.iter().enumerate() {
            let comma = if n + 1 < pages.len() { ", " } else { "" };
            words.push(bold(*name));
            words.push(roman(format!("({section}){comma}")));
        }
        self.roff(|roff| {
            roff.text(words);
        })
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.0
    }
}
