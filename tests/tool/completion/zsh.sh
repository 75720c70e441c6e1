#!/usr/bin/env bash
# What zsh offers, in a terminal of its own.
source "$(dirname "${BASH_SOURCE[0]}")/../common.bash"
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
if ! zsh -fc 'zmodload zsh/zpty' 2>/dev/null; then
  echo 'skipped: there is no zsh, or none with terminals'
  exit 77
fi

shell=zsh
source "$here/cases.bash"
expect_words 'pram run --network=tor' torus
expect_words 'pram compare --networks=ideal,oc' ocpc
printf '%s\n' "${lines[@]}" >lines.txt
# Of a list zsh offers what stands behind the last comma, and a folder without a slash.
for number in "${!lines[@]}"; do sed -i 's/.*,//; s|/$||' "expected.$number"; done

# compadd, by which completions are offered, writes them down as zsh would match them.
cat >setup <<'END'
PROMPT=
autoload -Uz compinit
if [[ -e site/_pram ]]; then
  fpath=($PWD/site $fpath)
  compinit -u -D
else
  compinit -u -D
  source ./script
fi
zstyle ':completion:*' list-grouped false
zstyle ':completion:*:messages' format ''
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a hits
  builtin compadd -A hits "$@"
  if ((${#hits})); then print -rl -- $hits >>$answer; fi
  builtin compadd "$@"
}
try-all() {
  local line
  integer number=0
  for line in ${(f)"$(<lines.txt)"}; do
    BUFFER=$line CURSOR=$#line answer=$PWD/answer.$number
    : >$answer
    zle list-choices
    number+=1
  done
  : >done
  BUFFER=
  zle send-break
}
zle -N try-all
bindkey '^T' try-all
: >ready
END
cat >drive <<'END'
zmodload zsh/zpty
zpty terminal "TERM=dumb zsh -f -i"
zpty -w terminal 'source ./setup'
while [[ ! -e ready ]]; do zpty -t terminal || exit 1; while zpty -rt terminal; do :; done; sleep 0.05; done
zpty -w -n terminal $'\C-t'
while [[ ! -e done ]]; do zpty -t terminal || exit 1; while zpty -rt terminal; do :; done; sleep 0.05; done
zpty -d terminal
END
# As it is installed: a function of its own file, which zsh loads where it is needed.
mkdir site
cp script site/_pram
zsh -f drive >driven 2>&1 || wrong "zsh ends early: $(tail -n 3 driven)"
sed -i '/^-$/d' answer.*  # what stands before a command in zsh
compare

# As it is sourced.
rm -r site ready done answer.*
names_of topologies >expected.0
lines=('pram route --network ')
printf '%s\n' "${lines[@]}" >lines.txt
sort -u -o expected.0 expected.0
zsh -f drive >driven 2>&1 || wrong "zsh ends early: $(tail -n 3 driven)"
compare

finish
