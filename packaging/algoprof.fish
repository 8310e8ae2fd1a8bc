# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of algoprof for fish.  Commands and options are asked of the tool itself, so they are those of the version
# installed.

function __algoprof_commands
    algoprof --help 2>/dev/null | string replace -rf '^  ([a-z][a-z]*)  *([a-z].*)$' '$1\t$2'
end

# Long options of the command on the line.
function __algoprof_options
    set -l words (commandline -opc)
    test (count $words) -ge 2; or return
    algoprof $words[2] --help 2>/dev/null | string replace -rf '^ *(?:-[A-Za-z?], )*(--[a-z][a-z-]*=?).*$' '$1'
end

complete -c algoprof -n 'test (count (commandline -opc)) -eq 1' -f -a '(__algoprof_commands)'
complete -c algoprof -n 'test (count (commandline -opc)) -eq 1' -f -a '--help --version'
complete -c algoprof -n 'string match -q "* help" -- (commandline -opc | string join " ")' -f -a '(__algoprof_commands)'
complete -c algoprof -n 'test (count (commandline -opc)) -ge 2; and string match -q -- "-*" (commandline -ct)' -a '(__algoprof_options)'
