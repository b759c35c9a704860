# @NAME@ behind shade-pty, as `shade-pty alias` says. Without shade-pty it is what it was.
function __shade_pty {
    if (( $+commands[shade-pty] )); then
        command shade-pty -- "$@"
    else
        command "$@"
    fi
}
# What follows is completed as a command of its own.
(( $+functions[compdef] )) && compdef _precommand __shade_pty
if (( $+aliases[@NAME@] )); then
    case ${aliases[@NAME@]} in
        *__shade_pty*) ;;
        *[\`\;\|\&\<\>\(\)]* | *$'\n'*)
            echo 'shade-pty: the alias @NAME@ is more than one command: left as it is' >&2 ;;
        *=*)
            # A variable that is set for the command needs env before it.
            if [[ ${${(z)aliases[@NAME@]}[1]} == [A-Za-z_]*=* ]]; then
                alias '@NAME@'="__shade_pty env ${aliases[@NAME@]}"
            else
                alias '@NAME@'="__shade_pty ${aliases[@NAME@]}"
            fi ;;
        *) alias '@NAME@'="__shade_pty ${aliases[@NAME@]}" ;;
    esac
elif (( $+functions[@NAME@] )); then
    case ${functions[@NAME@]} in
        *__shade_pty*) ;;
        *)
            # A function runs in a shell of its own; without shade-pty, in this one.
            () {
                local was="function @NAME@ {
${functions[@NAME@]}
}
@NAME@ \"\$@\""
                functions[__shade_pty_was_@NAME@]=${functions[@NAME@]}
                functions[@NAME@]="if (( \$+commands[shade-pty] )); then
    command shade-pty @PROFILE@-- zsh -f -c ${(qq)was} '@NAME@' \"\$@\"
else
    __shade_pty_was_@NAME@ \"\$@\"
fi"
            } ;;
    esac
else
    function @NAME@ { __shade_pty @NAME@ "$@"; }
fi
