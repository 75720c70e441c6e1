#!/usr/bin/env bash
# What a bash on a terminal offers for Tab, by its own word splitting.
source "$(dirname "${BASH_SOURCE[0]}")/../common.bash"
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
if ! python3 -c 'import os; os.openpty()' 2>/dev/null; then
  echo 'skipped: there are no terminals here'
  exit 77
fi

fails 2 'a shell is missing|bash, zsh, fish' completion
fails 2 "'bsh'|did you mean bash?" completion bsh
fails 2 'there is no option --json' completion bash --json x
fails 2 "'more'" completion bash more
"$tool" completion bash >/dev/full 2>err && wrong 'a script is written to a full disk'
check 'the error is a line' test "$(wc -l <err)" -eq 1

shell=bash
source "$here/cases.bash"

# Bash replaces what stands behind the last "=", so no more is offered.
expect_words 'pram run --network=tor' torus
expect_words 'pram compare --networks=ideal,oc' ideal,ocpc
expect_words 'pram bsp ./program --js'
printf '%s\n' "${lines[@]}" >lines.txt

# The script's function is called by bash, and what it says is written down, with files left to bash.
cat >setup <<'END'
PS1=
bind 'set enable-bracketed-paste off'
source ./script
number=-1
written() {
  local way=
  compopt() { way=$2; }
  COMPREPLY=()
  _pram "$@"
  number=$((number + 1))
  case $way in
    default) mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}") ;;
    dirnames) mapfile -t COMPREPLY < <(compgen -d -S / -- "${COMP_WORDS[COMP_CWORD]}") ;;
  esac
  unset -f compopt
  if ((${#COMPREPLY[@]} > 0)); then printf '%s\n' "${COMPREPLY[@]}" >"part.$number"; else : >"part.$number"; fi
  mv "part.$number" "answer.$number"
  COMPREPLY=()
}
complete -F written pram
END

# What is typed in the end is what the tool is given: here, a function.
cat >typed <<'END'
PS1=
bind 'set enable-bracketed-paste off'
source ./script
pram() { printf '[%s]' "$@" >part.typed && mv part.typed answer.typed; }
END
python3 "$here/type_in_bash.py" || wrong 'bash on a terminal'
compare

typed() { # line with Tab as "^", what the tool is to be given
  printf '%s\n' "$1" >>to_type
  printf '%s\n' "$2" >>to_be_given
}
typed 'pram prof^leftm^' '[profile][leftmost-one]'
typed 'pram run --network=tor^cc' '[run][--network=torus][cc]'
typed 'pram run --network router:g=2,l=10 leftm^' '[run][--network][router:g=2,l=10][leftmost-one]'
typed 'pram compare cc --networks ideal,oc^' '[compare][cc][--networks][ideal,ocpc]'
typed 'pram run cc --input pie^' '[run][cc][--input][pieces.txt]'
typed 'pram run cc --json=pie^' '[run][cc][--json=pieces.txt]'
typed 'pram run cc --svg pict^' '[run][cc][--svg][pictures/]'
typed 'pram report "pie^' '[report][pieces.txt]'
typed 'pram bsp -n 4 ./mi^' '[bsp][-n][4][./mine]'
python3 "$here/type_in_bash.py" typed || wrong 'bash on a terminal, command lines'
diff to_be_given given >out || wrong 'the tool is given something else than what was completed'


# The package bash-completion loads the script where it is installed, and completes the program that bsp runs.
if [[ -e /usr/share/bash-completion/bash_completion ]]; then
  mkdir -p data/bash-completion/completions
  cp script data/bash-completion/completions/pram
  sed -i "s|^source ./script|XDG_DATA_DIRS=$work/data; source /usr/share/bash-completion/bash_completion|" typed
  rm to_type to_be_given
  typed 'pram prof^leftm^' '[profile][leftmost-one]'
  typed 'pram run --network=tor^cc' '[run][--network=torus][cc]'
  typed 'pram bsp -n 4 ./mi^pie^' '[bsp][-n][4][./mine][pieces.txt]'
  python3 "$here/type_in_bash.py" typed || wrong 'bash on a terminal, with bash-completion'
  diff to_be_given given >out || wrong 'with bash-completion the tool is given something else'
fi

finish
