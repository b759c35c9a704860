//! `shade-pty completions`: what a shell needs to complete our command line.

use std::process::ExitCode;

use clap::{Command, CommandFactory};
use clap_complete::{Shell as Generator, generate};

use super::args::{Shell, Typed};
use super::failure::Failure;

/// Behind `--` stands another command, which completes by its own rules: with bash-completion if that is loaded, else by the
/// function it has registered.
const BASH: &str = r#"_shade__pty() {
    local at spec
    for ((at = 1; at < COMP_CWORD; at++)); do
        [[ ${COMP_WORDS[at]} == -- ]] || continue
        ((at++))
        if declare -F _comp_command_offset >/dev/null; then
            _comp_command_offset "$at"
        elif declare -F _command_offset >/dev/null; then
            _command_offset "$at"
        elif ((at == COMP_CWORD)); then
            mapfile -t COMPREPLY < <(compgen -c -- "${COMP_WORDS[COMP_CWORD]}")
        else
            COMP_WORDS=("${COMP_WORDS[@]:at}")
            COMP_CWORD=$((COMP_CWORD - at))
            COMP_LINE=${COMP_WORDS[*]}
            COMP_POINT=${#COMP_LINE}
            spec=$(complete -p -- "${COMP_WORDS[0]}" 2>/dev/null)
            if [[ $spec =~ \ -F\ ([^ ]+) ]]; then
                "${BASH_REMATCH[1]}" "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            else
                mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
            fi
        fi
        return
    done
"#;

/// The same in zsh, whose `_normal` completes the words as a command of its own.
const ZSH: &str = r#"_shade-pty() {
    local at=${words[(i)--]}
    if (( at < CURRENT )); then
        shift $at words
        (( CURRENT -= at ))
        _normal
        return
    fi
"#;

/// And in fish, which can be asked for the completions of any line.
const FISH: &str = r#"
function __shade_pty_behind_dashes
    contains -- -- (commandline -opc)
end
function __shade_pty_delegate
    set --local words (commandline -opc)
    set --local at (contains --index -- -- $words)
    set --erase words[1..$at]
    complete -C (string join ' ' -- (string escape -- $words) (commandline -ct))
end
complete -c shade-pty -n __shade_pty_behind_dashes -xa '(__shade_pty_delegate)'
"#;

/// Prints them.
pub(super) fn run(shell: Shell) -> Result<ExitCode, Failure> {
    super::print(&script(shell))?;
    Ok(ExitCode::SUCCESS)
}

/// The command line without what is hidden, which clap_complete would offer.
fn shown() -> Command {
    let whole = Typed::command();
    let arguments = whole.get_arguments().filter(|a| !a.is_hide_set());
    let modes = whole.get_subcommands().filter(|c| !c.is_hide_set());
    Command::new("shade-pty")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true)
        .args(arguments.cloned())
        .subcommands(modes.cloned())
}

/// The script.
pub(super) fn script(shell: Shell) -> String {
    let generator = match shell {
        Shell::Bash => Generator::Bash,
        Shell::Zsh => Generator::Zsh,
        Shell::Fish => Generator::Fish,
    };
    let mut bytes = Vec::new();
    generate(generator, &mut shown(), "shade-pty", &mut bytes);
    let own = String::from_utf8_lossy(&bytes);
    match shell {
        Shell::Bash => own.replacen("_shade__pty() {\n", BASH, 1),
        Shell::Zsh => own.replacen("_shade-pty() {\n", ZSH, 1),
        Shell::Fish => format!("{own}{FISH}"),
    }
}
