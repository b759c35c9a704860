# @NAME@ behind shade-pty, as `shade-pty alias` says. Without shade-pty it is what it was.
__shade_pty() {
    if command -v shade-pty >/dev/null 2>&1; then
        command shade-pty -- "$@"
    else
        command "$@"
    fi
}
if [[ -n ${BASH_ALIASES[@NAME@]-} ]]; then
    case ${BASH_ALIASES[@NAME@]} in
        *__shade_pty*) ;;
        *['`;|&<>()']* | *$'\n'*)
            echo 'shade-pty: the alias @NAME@ is more than one command: left as it is' >&2 ;;
        *)
            # A variable that is set for the command needs env before it.
            if [[ ${BASH_ALIASES[@NAME@]} =~ ^[A-Za-z_][A-Za-z0-9_]*= ]]; then
                alias '@NAME@'="__shade_pty env ${BASH_ALIASES[@NAME@]}"
            else
                alias '@NAME@'="__shade_pty ${BASH_ALIASES[@NAME@]}"
            fi ;;
    esac
elif declare -F '@NAME@' >/dev/null; then
    case $(declare -f '@NAME@') in
        *__shade_pty*) ;;
        *)
            # A function runs in a shell of its own; without shade-pty, in this one.
            eval "__shade_pty_was_$(declare -f '@NAME@')
                function @NAME@ {
                    if command -v shade-pty >/dev/null 2>&1; then
                        command shade-pty @PROFILE@-- \"\$BASH\" -c $(printf '%q' "$(declare -f '@NAME@')
@NAME@ \"\$@\"") '@NAME@' \"\$@\"
                    else
                        __shade_pty_was_@NAME@ \"\$@\"
                    fi
                }" ;;
    esac
else
    eval 'function @NAME@ { __shade_pty @NAME@ "$@"; }'
fi
