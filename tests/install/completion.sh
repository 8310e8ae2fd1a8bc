#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of algoprof in bash, zsh and fish: commands, and the options of a command.
set -u
cd "$(dirname "$0")/../.." || exit 2
O=$(realpath "${O:-build}")
PATH=$O:$PATH
export PATH
failed=0

# has NAME WORD TEXT
has()
{
    case " $(printf '%s' "$3" | tr '\n\t' '  ') " in
    *" $2 "*) echo "ok completion/$1" ;;
    *) printf 'not ok completion/%s\n    no %s in: %s\n' "$1" "$2" "$3"
        failed=1 ;;
    esac
}

# skip SHELL: is it not there?
skip()
{
    command -v "$1" >/dev/null && return 1
    echo "ok completion/$1 # SKIP $1 is not installed"
}

# shellcheck disable=SC2016
in_bash='. packaging/algoprof.bash; COMP_WORDS=($0 "$@"); COMP_CWORD=$#; _algoprof; printf "%s\n" "${COMPREPLY[@]}"'
has bash-commands report "$(bash -c "$in_bash" algoprof rep)"
has bash-options --json "$(bash -c "$in_bash" algoprof report --js)"
has bash-help report "$(bash -c "$in_bash" algoprof help rep)"
if ! skip fish; then
    complete='source packaging/algoprof.fish; complete -C'
    has fish-commands report "$(HOME=/nonexistent fish --no-config -c "$complete 'algoprof rep'")"
    has fish-options --json "$(HOME=/nonexistent fish --no-config -c "$complete 'algoprof report --js'")"
    has fish-help report "$(HOME=/nonexistent fish --no-config -c "$complete 'algoprof help rep'")"
fi
if ! skip zsh; then
    # shellcheck disable=SC2016
    # What would be offered, by functions that print it in the place of zsh's own.
    in_zsh='_describe() { print -l ${(P)2%%:*} }; compadd() { print -l -- "$@" }; _files() { print files }
        words=(algoprof "$@"); CURRENT=$(( $# + 1 )); PREFIX=${@[-1]}; source packaging/_algoprof'
    # The file calls its function with the arguments that it is sourced with.
    has zsh-commands report "$(zsh -f -c "$in_zsh" zsh rep)"
    has zsh-options --json "$(zsh -f -c "$in_zsh" zsh report --js)"
    has zsh-help report "$(zsh -f -c "$in_zsh" zsh help rep)"
    has zsh-files files "$(zsh -f -c "$in_zsh" zsh report x)"
fi
exit $failed
