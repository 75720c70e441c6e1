#!/usr/bin/env bash
# man_pages.sh TOOL GENERATOR [PAGE…]: the generator's pages, and others, are right for roff, and say what help says.
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
source "$here/../common.bash"

generator=$(readlink -f "$2")
others=("${@:3}")
if [[ ! -x $generator ]]; then
  echo "skipped: there is no $generator"
  exit 77
fi

"$generator" pages 2026-03-01 || wrong 'the generator fails'
for page in "${others[@]}"; do cp "$page" pages/; done
"$generator" pages_again 2026-03-01 || wrong 'the generator fails'
for page in pages_again/*; do check "$page is the same once more" cmp "$page" "pages/${page##*/}"; done

# A page that has no date yet is right but for that.
lint() { # file
  if command -v mandoc >/dev/null; then mandoc -T lint -W warning "$1" | grep -v 'missing date'; fi
  if command -v groff >/dev/null; then groff -ww -man -Tutf8 -z "$1" 2>&1; fi
}
for page in pages/*; do
  said=$(lint "$page")
  [[ -z $said ]] || wrong "$page: $(head -n 3 <<<"$said")"
  if LC_ALL=C grep -q '[^ -~]' "$page"; then wrong "$page has what is not ASCII"; fi
done

# What help says of a command, its page says, too: each option with its text, and the examples.
same_as_help() { # page, arguments of the tool
  local page=$1 lacking
  shift
  succeeds "$@" --help
  lacking=$(python3 "$here/says_what_help_says.py" "pages/$page.1" out 2>&1)
  [[ -z $lacking ]] || wrong "$page, beside pram $* --help: $(head -n 3 <<<"$lacking")"
}

mapfile -t commands < <("$tool" --help | sed -n '/^Commands:$/,/^$/p' | grep -oE '^  [a-z][^ ]*' | tr -d ' ')
check 'commands are found' test ${#commands[@]} -ge 15
check 'there is a page for each, and the tool' diff <(printf 'pages_again/%s.1\n' pram "${commands[@]/#/pram-}" | sort) \
  <(printf '%s\n' pages_again/* | sort)
for command in "${commands[@]}"; do
  same_as_help "pram-$command" "$command"
  check "pram names the page of $command" grep -qx ".BR pram\\\\-$command (1)" pages/pram.1
  for part in $("$tool" "$command" --help | sed -n '/^Commands:$/,/^$/p' | grep -oE '^  [a-z][^ ]*'); do
    same_as_help "pram-$command" "$command" "$part"
  done
done
same_as_help pram

# Each page that is referred to is there.
for name in $(grep -hoE '^\.BR pram[a-z\\-]* \(1\)' pages/* | sed 's/^.BR //; s/ .*//; s/\\//g' | sort -u); do
  [[ $name == pram-bspcc && ${#others[@]} -eq 0 ]] || check "there is $name(1)" test -e "pages/$name.1"
done

# By the program that reads them.
if command -v mandoc >/dev/null; then
  mandoc -T utf8 pages/pram-run.1 | sed 's/.\x08//g' >read
  check 'a size can be copied' grep -qF 'pram run prefix-sums --n 2^20 --components 1024' read
  for section in NAME SYNOPSIS DESCRIPTION OPTIONS EXAMPLES 'EXIT STATUS' 'SEE ALSO'; do
    for page in pages/*; do check "$page has $section" grep -qx ".SH $section" "$page"; done
  done
fi

# What cannot be written is one line.
touch file
"$generator" file/below '' >out 2>err && wrong 'a page is written into a file'
check 'the error is a line' test "$(wc -l <err)" -eq 1
"$generator" >out 2>err && wrong 'no folder is needed'

finish
