//! How to shade, from flags, environment and files: read at the start, and again at a reload.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::anyhow;
use shade_pty::color::Rgb;
use shade_pty::config::{Fault, Flag, Gutter, Key, Layers, Paths, Settings, Wish};
use shade_pty::display::Mode;
use shade_pty::matcher::Library;
use shade_pty::region::Hidden;
use shade_pty::shade;
use shade_pty::{Background, Fill, Options, Profile, Size};

use super::args::{Switch, TestFault, TypedShading};
use super::outer::Outer;

/// How to shade.
#[derive(Clone, Debug)]
pub(super) struct Shading {
    pub(super) profile: Arc<Profile>,
    pub(super) background: Option<Background>,
    /// The background is to be a shade beside the terminal's own, once that is known.
    pub(super) auto: bool,
    pub(super) fill: Fill,
    pub(super) gutter: Option<Background>,
    wish_of_gutter: Gutter,
    pub(super) extend_across_tool_calls: bool,
    pub(super) hidden: Hidden,
    pub(super) repair: bool,
    /// What is shown of reasoning.
    pub(super) mode: Mode,
    pub(super) fault: Option<shade::Fault>,
}

/// All that was said, and what follows from it.
pub(super) struct Loaded {
    pub(super) shading: Shading,
    pub(super) settings: Settings,
    /// Values that are not known.
    warnings: Vec<Fault>,
}

/// What is shaded, if nobody names a profile.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    /// A command, whose name chooses the profile.
    Command(Vec<OsString>),
    /// A stream of unknown origin.
    Stream,
}

/// Where settings come from; they can be read again and again.
#[derive(Clone, Debug)]
pub(super) struct Loader {
    flags: Vec<Flag>,
    subject: Subject,
    /// Where it is shown.
    pub(super) outer: Outer,
    fault: Option<shade::Fault>,
}

impl Loader {
    pub(super) fn new(typed: &TypedShading, subject: Subject, outer: Outer) -> Loader {
        Loader {
            outer,
            flags: flags(typed),
            subject,
            fault: typed.test_fault.map(fault),
        }
    }

    /// Settings that a recording was made with: under all flags that were given. What is no setting of how to shade, or not a
    /// value of one, is left aside; a profile counts only by its name.
    pub(super) fn add_recorded(&mut self, settings: &[(String, String)]) {
        for (name, text) in settings {
            let Some(key) = Key::from_name(name) else {
                continue;
            };
            let style = key.definition().per_profile || key == Key::Profile && !text.contains('/');
            let given = self.flags.iter().any(|f| f.key == key);
            if style && !given && key.check(text).is_ok() {
                let name = "the recording";
                self.flags.push(Flag {
                    key,
                    text: text.clone(),
                    name,
                });
            }
        }
    }

    /// No background, whatever was said.
    pub(super) fn without_background(&mut self) {
        let key = Key::Background;
        self.flags.retain(|f| f.key != key);
        self.flags.push(Flag {
            key,
            text: "none".to_owned(),
            name: "--color",
        });
    }

    /// Another profile, whatever was said.
    pub(super) fn use_profile(&mut self, name: &str) {
        self.flags.retain(|f| f.key != Key::Profile);
        self.flags.push(Flag {
            key: Key::Profile,
            text: name.to_owned(),
            name: "--profile",
        });
    }

    /// Reads them now.
    pub(super) fn load(&self) -> anyhow::Result<Loaded> {
        let paths = paths()?;
        let layers = Layers::read(&paths, variable, self.flags.clone()).map_err(first_of)?;
        let library = Library::new(paths.profiles());
        let profile = match (layers.settings(None).profile(), &self.subject) {
            (Some(name), _) => library.find(&name)?,
            (None, Subject::Command(argv)) => library.for_command(argv)?,
            (None, Subject::Stream) => library.find("generic")?,
        };
        let settings = layers.settings(Some(profile.name()));
        let background = self.outer.background(settings.background());
        let gutter = settings.gutter();
        Ok(Loaded {
            shading: Shading {
                profile,
                auto: settings.background() == Wish::Auto,
                gutter: background
                    .as_ref()
                    .and_then(|b| self.outer.gutter(&gutter, b)),
                wish_of_gutter: gutter,
                background,
                fill: self.outer.fill(settings.fill()),
                extend_across_tool_calls: settings.extend_across_tool_calls(),
                hidden: settings.hidden_tools(),
                repair: settings.repair(),
                mode: settings.mode(),
                fault: self.fault,
            },
            settings,
            warnings: layers.warnings().to_vec(),
        })
    }
}

impl Loaded {
    /// Says what was ignored in the profile, and opens the log.
    pub(super) fn announce(&self) {
        for warning in &self.warnings {
            super::warn(format_args!("warning: {warning}"));
        }
        for warning in self.shading.profile.warnings() {
            super::warn(format_args!("warning: {warning}"));
        }
        super::log::start(self);
    }

    /// The settings that say how it is shaded, by name.
    fn style(&self) -> impl Iterator<Item = (Key, &str)> {
        let all = self
            .settings
            .iter()
            .filter(|(key, _)| key.definition().per_profile);
        all.filter_map(|(key, setting)| setting.map(|s| (key, s.text.as_str())))
    }

    /// The same for a recording, with the profile's name.
    pub(super) fn told(&self) -> Vec<(String, String)> {
        let profile = ("profile".to_owned(), self.shading.profile.name().to_owned());
        let style = self
            .style()
            .map(|(key, text)| (key.name().to_owned(), text.to_owned()));
        std::iter::once(profile).chain(style).collect()
    }

    /// The settings for the log, in one line.
    pub(super) fn describe(&self) -> String {
        let mut words = vec![format!("profile {}", self.shading.profile.name())];
        for (key, setting) in self.settings.iter() {
            if let Some(setting) = setting {
                words.push(format!("{key} = {} ({})", setting.text, setting.origin()));
            }
        }
        words.join(", ")
    }
}

impl Shading {
    /// The background beside the terminal's own, now that it is known, and the gutter over it.
    pub(super) fn stand_beside(&mut self, own: Rgb, outer: &Outer) {
        let background = outer.beside(own);
        self.gutter = outer.gutter(&self.wish_of_gutter, &background);
        self.background = Some(background);
    }

    /// The painter's options.
    pub(super) fn options(&self, size: Size, from_home: bool) -> Options {
        Options {
            size,
            profile: self.profile.clone(),
            background: self.background.clone(),
            fill: self.fill,
            gutter: self.gutter.clone(),
            extend_across_tool_calls: self.extend_across_tool_calls,
            hidden: self.hidden.clone(),
            from_home,
            repair: self.repair,
            fault: self.fault,
        }
    }
}

/// Where configuration stands.
pub(super) fn paths() -> Result<Paths, Fault> {
    Paths::from_environment(variable)
}

/// A variable of the environment.
pub(super) fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

/// The configuration file, which must have a place.
pub(super) fn file() -> anyhow::Result<PathBuf> {
    let path = paths()?.file().map(PathBuf::from);
    path.ok_or_else(|| anyhow!("neither XDG_CONFIG_HOME nor HOME says where configuration stands"))
}

/// The settings that flags give.
pub(super) fn flags(typed: &TypedShading) -> Vec<Flag> {
    let flag = |key: Key, text: Option<String>| {
        let name = key.definition().flag?;
        text.map(|text| Flag { key, text, name })
    };
    let extend = match typed.no_extend {
        true => Some("false".to_owned()),
        false => typed.extend_across_tool_calls.map(|b| b.to_string()),
    };
    let repair = typed.repair.map(|switch| match switch {
        Switch::On => "on".to_owned(),
        Switch::Off => "off".to_owned(),
    });
    let flags = [
        flag(Key::Display, typed.display.clone()),
        flag(Key::ThinkingDisplayMode, typed.thinking_display.clone()),
        flag(Key::Profile, typed.profile.clone()),
        flag(Key::Background, typed.background.clone()),
        flag(Key::Fill, typed.fill.clone()),
        flag(Key::Gutter, typed.gutter.clone()),
        flag(Key::ExtendAcrossToolCalls, extend),
        flag(Key::Repair, repair),
        flag(Key::Log, typed.log.clone()),
    ];
    flags.into_iter().flatten().collect()
}

/// The first fault; there is room for one line.
fn first_of(faults: Vec<Fault>) -> anyhow::Error {
    let more = match faults.len().saturating_sub(1) {
        0 => String::new(),
        n => format!(" (and {n} more: see `shade-pty config check`)"),
    };
    match faults.first() {
        Some(fault) => anyhow!("{fault}{more}"),
        None => anyhow!("the configuration is wrong"),
    }
}

fn fault(part: TestFault) -> shade::Fault {
    match part {
        TestFault::Matcher => shade::Fault::Matcher,
        TestFault::Model => shade::Fault::Model,
        TestFault::Painter => shade::Fault::Painter,
    }
}
