#!/usr/bin/env bash
# What fish offers.
source "$(dirname "${BASH_SOURCE[0]}")/../common.bash"
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
if ! command -v fish >/dev/null; then
  echo 'skipped: there is no fish'
  exit 77
fi

shell=fish
source "$here/cases.bash"
expect_words 'pram run --network=tor' --network=torus
expect_words 'pram compare --networks=ideal,oc' --networks=ideal,ocpc
expect_words 'pram bsp ./program --js'
expect_words 'pram bsp -n 4 ./mi' ./mine
printf '%s\n' "${lines[@]}" >lines.txt

cat >ask <<'END'
source ./script
set -l number 0
for line in (cat lines.txt)
    complete -C$line | string replace -r '\t.*' '' >answer.$number
    set number (math $number + 1)
end
END
HOME=$work XDG_CONFIG_HOME=$work/config fish --no-config ask 2>err || wrong 'fish ends with an error'
check 'fish finds nothing wrong' test ! -s err
compare

# What is offered is described.
HOME=$work fish --no-config -c 'source ./script; complete -C"pram run --network tor"' >out
says "$(printf 'torus\t')"

finish
