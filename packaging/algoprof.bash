# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of algoprof for bash.  Commands and options are asked of the tool
# itself, so they are those of the version installed.

_algoprof_commands()
{
    "$1" --help 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\)  *[a-z].*/\1/p'
}

# Long options of a command; those that take a value end in "=".
_algoprof_options()
{
    "$1" "$2" --help 2>/dev/null |
        sed -n 's/^ *\(-[A-Za-z?], \)*\(--[a-z][a-z-]*\)\(=\|\[=\)*.*/\2\3/p' | sed 's/\[=$//'
}

_algoprof()
{
    local tool=${COMP_WORDS[0]} cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local words='' command=${COMP_WORDS[1]}
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        words="$(_algoprof_commands "$tool") --help --version"
    elif [ "$command" = help ]; then
        words=$(_algoprof_commands "$tool")
    elif [ "$before" = --estimator ] || { [ "$before" = = ] && [ "${COMP_WORDS[COMP_CWORD - 2]}" = --estimator ]; }; then
        words=$("$tool" report --estimator=? 2>&1 | sed -n 's/.*there are: //p' | tr -d ,)
    else
        case $cur in
        -*) words=$(_algoprof_options "$tool" "$command") ;;
        esac
    fi
    # Files otherwise, by "complete -o default".
    [ -n "$words" ] || return 0
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "${cur#=}")
    case ${COMPREPLY[0]-} in
    *=) [ ${#COMPREPLY[@]} != 1 ] || compopt -o nospace 2>/dev/null ;;
    esac
}

complete -o default -F _algoprof algoprof
