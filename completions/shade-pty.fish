# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_shade_pty_global_optspecs
    string join \n profile= background= fill= gutter= extend-across-tool-calls= no-extend repair= display= thinking-display= log= color= record= record-input h/help V/version
end

function __fish_shade_pty_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_shade_pty_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_shade_pty_using_subcommand
    set -l cmd (__fish_shade_pty_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c shade-pty -n "__fish_shade_pty_needs_command" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_needs_command" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_needs_command" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_needs_command" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_needs_command" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_needs_command" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_needs_command" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_needs_command" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_needs_command" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_needs_command" -l color -d 'Whether to shade: `auto` looks at NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR and TERM' -r -f -a "auto\t'As NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR and TERM say, the first of them first'
always\t'Whatever they say'
never\t'Not at all: the command is run as if without us'"
complete -c shade-pty -n "__fish_shade_pty_needs_command" -l record -d 'Record the session of CMD to this new file, an asciicast of version 3: its output before it is shaded, sizes, exit status, and markers for regions and tool calls' -r -F
complete -c shade-pty -n "__fish_shade_pty_needs_command" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_needs_command" -l record-input -d 'Record what is typed as well, passwords included'
complete -c shade-pty -n "__fish_shade_pty_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c shade-pty -n "__fish_shade_pty_needs_command" -s V -l version -d 'Print version'
complete -c shade-pty -n "__fish_shade_pty_needs_command" -a "filter" -d 'Shade a recorded or piped stream'
complete -c shade-pty -n "__fish_shade_pty_needs_command" -a "demo" -d 'Play a scripted agent, shaded, to see what it looks like'
complete -c shade-pty -n "__fish_shade_pty_needs_command" -a "explain" -d 'Show every row of a stream with its kind, the rule that says so, and its region'
complete -c shade-pty -n "__fish_shade_pty_needs_command" -a "events" -d 'Tell what happened in a stream, as JSON lines: turns, thoughts, tool calls, results, messages'
complete -c shade-pty -n "__fish_shade_pty_needs_command" -a "replay" -d 'Play a recording on this terminal, shaded'
complete -c shade-pty -n "__fish_shade_pty_needs_command" -a "profiles" -d 'List, show and check profiles'
complete -c shade-pty -n "__fish_shade_pty_needs_command" -a "config" -d 'Show, check and change the configuration'
complete -c shade-pty -n "__fish_shade_pty_needs_command" -a "alias" -d 'Print lines for a shell that make names run behind shade-pty'
complete -c shade-pty -n "__fish_shade_pty_needs_command" -a "completions" -d 'Print what a shell needs to complete the command line of shade-pty'
complete -c shade-pty -n "__fish_shade_pty_needs_command" -a "doctor" -d 'Tell what a command would get on this terminal, and why'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand filter" -l size -d 'The terminal\'s size for raw bytes; a recording names its own' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand filter" -s o -l output -d 'Write there instead of to standard output' -r -F
complete -c shade-pty -n "__fish_shade_pty_using_subcommand filter" -l spans -d 'List what was inserted, as JSON lines {"start":N,"end":N} that count the bytes of the output' -r -F
complete -c shade-pty -n "__fish_shade_pty_using_subcommand filter" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand filter" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand filter" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand filter" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand filter" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand filter" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand filter" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand filter" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand filter" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand filter" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand filter" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand demo" -l speed -d 'How fast: 2 is twice as fast, 0 does not wait at all' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand demo" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand demo" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand demo" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand demo" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand demo" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand demo" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand demo" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand demo" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand demo" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand demo" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand demo" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand explain" -l size -d 'The terminal\'s size for raw bytes; a recording names its own' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand explain" -s o -l output -d 'Write there instead of to standard output, or to standard error behind `-- CMD`' -r -F
complete -c shade-pty -n "__fish_shade_pty_using_subcommand explain" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand explain" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand explain" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand explain" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand explain" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand explain" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand explain" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand explain" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand explain" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand explain" -l json -d 'Write one JSON object a row, as schema/explain.json describes it, with all that --why tells'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand explain" -l why -d 'Below each row, tell which rules came near and what stood against them'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand explain" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand events" -l size -d 'The terminal\'s size for raw bytes; a recording names its own' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand events" -s o -l output -d 'Write there instead of to standard output, or to standard error behind `-- CMD`' -r -F
complete -c shade-pty -n "__fish_shade_pty_using_subcommand events" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand events" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand events" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand events" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand events" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand events" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand events" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand events" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand events" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand events" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand events" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand replay" -l speed -d 'How fast: 2 is twice as fast, 0 does not wait at all' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand replay" -l idle-limit -d 'Wait no longer than this many seconds where nothing happens' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand replay" -l at -d 'Start there: seconds, MM:SS or HH:MM:SS from the beginning' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand replay" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand replay" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand replay" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand replay" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand replay" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand replay" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand replay" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand replay" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand replay" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand replay" -l as-recorded -d 'Shade as when it was recorded, with the settings that --record has kept, instead of today\'s'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand replay" -l all-sequences -d 'Play what could harm as well: clipboard, titles, questions to the terminal, images, mouse modes'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand replay" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand replay" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and not __fish_seen_subcommand_from list show check" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and not __fish_seen_subcommand_from list show check" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and not __fish_seen_subcommand_from list show check" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and not __fish_seen_subcommand_from list show check" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and not __fish_seen_subcommand_from list show check" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and not __fish_seen_subcommand_from list show check" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and not __fish_seen_subcommand_from list show check" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and not __fish_seen_subcommand_from list show check" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and not __fish_seen_subcommand_from list show check" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and not __fish_seen_subcommand_from list show check" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and not __fish_seen_subcommand_from list show check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and not __fish_seen_subcommand_from list show check" -f -a "list" -d 'List the profiles there are: name, where it comes from, what it is for'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and not __fish_seen_subcommand_from list show check" -f -a "show" -d 'Print a profile as it is written'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and not __fish_seen_subcommand_from list show check" -f -a "check" -d 'Say what is wrong with a profile\'s file; ends with 2 if it cannot be used'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from list" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from list" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from list" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from list" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from list" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from list" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from list" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from list" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from list" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from list" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from show" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from show" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from show" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from show" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from show" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from show" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from show" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from show" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from show" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from show" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from check" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from check" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from check" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from check" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from check" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from check" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from check" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from check" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from check" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from check" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand profiles; and __fish_seen_subcommand_from check" -s h -l help -d 'Print help'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and not __fish_seen_subcommand_from show check path init schema set" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and not __fish_seen_subcommand_from show check path init schema set" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and not __fish_seen_subcommand_from show check path init schema set" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and not __fish_seen_subcommand_from show check path init schema set" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and not __fish_seen_subcommand_from show check path init schema set" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and not __fish_seen_subcommand_from show check path init schema set" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and not __fish_seen_subcommand_from show check path init schema set" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and not __fish_seen_subcommand_from show check path init schema set" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and not __fish_seen_subcommand_from show check path init schema set" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and not __fish_seen_subcommand_from show check path init schema set" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and not __fish_seen_subcommand_from show check path init schema set" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and not __fish_seen_subcommand_from show check path init schema set" -f -a "show" -d 'Print the settings that hold, as TOML'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and not __fish_seen_subcommand_from show check path init schema set" -f -a "check" -d 'Say all that is wrong with the configuration; ends with 2 if anything is'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and not __fish_seen_subcommand_from show check path init schema set" -f -a "path" -d 'Print the path of the configuration file, whether it is there or not'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and not __fish_seen_subcommand_from show check path init schema set" -f -a "init" -d 'Write a configuration file with every setting explained and commented out, if there is none yet'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and not __fish_seen_subcommand_from show check path init schema set" -f -a "schema" -d 'Print the JSON Schema of the configuration file'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and not __fish_seen_subcommand_from show check path init schema set" -f -a "set" -d 'Change one setting in the configuration file; comments and everything else stay'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from show" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from show" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from show" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from show" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from show" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from show" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from show" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from show" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from show" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from show" -l origin -d 'Say of each where it comes from'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from show" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from check" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from check" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from check" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from check" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from check" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from check" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from check" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from check" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from check" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from check" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from check" -s h -l help -d 'Print help'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from path" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from path" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from path" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from path" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from path" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from path" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from path" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from path" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from path" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from path" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from path" -s h -l help -d 'Print help'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from init" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from init" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from init" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from init" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from init" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from init" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from init" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from init" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from init" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from init" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from init" -s h -l help -d 'Print help'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from schema" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from schema" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from schema" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from schema" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from schema" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from schema" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from schema" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from schema" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from schema" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from schema" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from schema" -s h -l help -d 'Print help'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from set" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from set" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from set" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from set" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from set" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from set" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from set" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from set" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from set" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from set" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand config; and __fish_seen_subcommand_from set" -s h -l help -d 'Print help'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand alias" -l shell -d 'The shell; without it the one that $SHELL names' -r -f -a "bash\t'bash, 4.4 or later'
zsh\t'zsh'
fish\t'fish'"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand alias" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand alias" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand alias" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand alias" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand alias" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand alias" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand alias" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand alias" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand alias" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand alias" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand alias" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand completions" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand completions" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand completions" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand completions" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand completions" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand completions" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand completions" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand completions" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand completions" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand completions" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand doctor" -l profile -d 'The agent\'s rules: a profile\'s name or the path of its file; if it is missing they are chosen by the command\'s name; for a recording made by shade-pty by what its header says, and for other streams `generic`' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand doctor" -l background -d 'The background: `auto` (a shade beside the terminal\'s own), a palette number from 0 to 255, a colour as #rrggbb, a name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand doctor" -l fill -d 'How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto` (`terminal` where the terminal can do it, else `content`) [default: auto]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand doctor" -l gutter -d 'A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that stands out from the background), `false`, or a colour in the forms of a background [default: false]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand doctor" -l extend-across-tool-calls -d 'Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]' -r -f -a "true\t''
false\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand doctor" -l repair -d 'Whether rows may be mended after they were written; `off` for screen readers [default: on]' -r -f -a "on\t''
off\t''"
complete -c shade-pty -n "__fish_shade_pty_using_subcommand doctor" -l display -d 'How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or `timer` (a row while it thinks), or a number of characters [default: full]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand doctor" -l thinking-display -d 'What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads of tool calls, and which failed) [default: detailed]' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand doctor" -l log -d 'Add messages to this file: the settings that hold, reloads, faults' -r
complete -c shade-pty -n "__fish_shade_pty_using_subcommand doctor" -l no-extend -d 'The same as --extend-across-tool-calls=false'
complete -c shade-pty -n "__fish_shade_pty_using_subcommand doctor" -s h -l help -d 'Print help (see more with \'--help\')'

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
