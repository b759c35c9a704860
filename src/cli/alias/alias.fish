# @NAME@ behind shade-pty, as `shade-pty alias` says. Without shade-pty it is what it was.
if not functions --query '@NAME@'
    function '@NAME@' --wraps '@NAME@'
        if command --query shade-pty
            command shade-pty -- '@NAME@' $argv
        else
            command '@NAME@' $argv
        end
    end
else if not functions '@NAME@' | string match --quiet '*shade-pty*'
    # A function, as every alias is one here, runs in a shell of its own; without shade-pty, in this one.
    set --global __shade_pty_was_(string escape --style=var '@NAME@') (functions '@NAME@' | string collect)
    functions --copy '@NAME@' '__shade_pty_was_@NAME@'
    functions --erase '@NAME@'
    function '@NAME@' --wraps '@NAME@'
        if command --query shade-pty
            set --local was __shade_pty_was_(string escape --style=var '@NAME@')
            command shade-pty @PROFILE@-- fish --no-config -c $$was\n'@NAME@ $argv' -- $argv
        else
            '__shade_pty_was_@NAME@' $argv
        end
    end
end
