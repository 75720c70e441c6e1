# Sourced by the script of each shell, behind common.bash: what is typed, and the words that may follow, from what the
# tool lists and its help. The script of the shell $shell has it answer them, then calls compare.
lines=() kinds=()
shopt -s lastpipe  # so that what ends a pipe adds to them

# expect LINE: standard input has the words that may stand where the line ends, in any order
expect() {
  sort -u >"expected.${#lines[@]}"
  lines+=("$1") kinds+=(words)
}
# expect_words LINE WORD…
expect_words() { if (($# > 1)); then printf '%s\n' "${@:2}"; fi | expect "$1"; }
# expect_files LINE WORD…, expect_folders LINE WORD…: the shell's own way of completing these is used
expect_files() {
  expect_words "$@"
  kinds[-1]=files
}
expect_folders() {
  expect_words "$@"
  kinds[-1]=folders
}

# expect_no_more LINE COMMAND…: nothing stands there but an option, which zsh offers then
expect_no_more() { if [[ $shell == zsh ]]; then options_of "${@:2}" | expect "$1"; else expect_words "$1"; fi; }

# The rows below a heading of help: names in the third column, up to the next blank.
rows_below() { sed -n "/^$1:\$/,/^\$/p" | grep -oE '^  [a-z][^ ]*' | tr -d ' '; }
options_of() { "$tool" "$@" --help | sed '/^Examples:/q' | grep -oE '^  -[-a-z,]*' | tr -d ' ' | tr ',' '\n'; }
names_of() { "$tool" list "$1" | grep -oE '^  [^ ]+' | tr -d ' '; }
short_names() { "$tool" list programs | sed -n 's/.*; short: //p'; }
beginning_with() { grep -E "^$1" || true; }

mapfile -t commands < <("$tool" --help | rows_below Commands)
mapfile -t tables < <("$tool" tables --help | rows_below Commands)
mapfile -t operations < <("$tool" collective --help | sed -n '/^Arguments:/,/^$/p' | tr -d ' \n' | sed 's/.*oneof//' | tr ',' '\n')
mapfile -t lists < <("$tool" list --help | sed -n '/^Arguments:/,/^$/p' | tr -d ' \n' | sed 's/.*oneof//; s/;.*//' | tr ',' '\n')
check 'commands are found' test ${#commands[@]} -ge 15
check 'tables are found' test ${#tables[@]} -ge 6
check 'operations are found' test ${#operations[@]} -ge 6
check 'lists are found' test ${#lists[@]} -ge 8
names_of programs >programs.txt
short_names >>programs.txt
check 'programs have short names' grep -qx cc programs.txt

# Commands, their parts, and their options.
expect_words 'pram ' "${commands[@]}"
expect_words 'pram ru' run
expect_words 'pram help ru' run
expect_words 'pram nonsense '
options_of | expect 'pram -'
for command in "${commands[@]}"; do
  options_of "$command" | expect "pram $command -"
  options_of "$command" | beginning_with --he | expect "pram $command --he"
done
options_of collective | expect 'pram exchange -'
expect_words 'pram tables ' "${tables[@]}"
expect_words 'pram tables theo' theorem
for table in "${tables[@]}"; do options_of tables "$table" | expect "pram tables $table -"; done
expect_words 'pram completion ' bash fish zsh
expect_no_more 'pram version ' version

# What stands behind a command.
for command in run profile show trace compare scale; do
  expect "pram $command " <programs.txt
  beginning_with pre <programs.txt | expect "pram $command pre"
  expect_no_more "pram $command cc " "$command"
done
beginning_with pre <programs.txt | expect 'pram run --n 2^10 --no-host-time --seed=3 pre'
beginning_with pre <programs.txt | expect 'pram run --network router:g=2,l=10 pre'
# Zsh leaves out what is given already.
options_of run | if [[ $shell == zsh ]]; then grep -vx -- --network; else cat; fi |
  expect 'pram run cc --network router:g=2,l=10 -'
expect_words 'pram list ' "${lists[@]}"
expect_words 'pram collective ' "${operations[@]}"

# Values.
for command in run profile trace scale probe; do names_of networks | expect "pram $command --network "; done
names_of networks | beginning_with tor | expect 'pram run cc --network tor'
names_of topologies | expect 'pram route --network '
names_of patterns | expect 'pram route --pattern '
names_of protocols | expect 'pram run cc --n 64 --access '
names_of rules | expect 'pram run --rule '
names_of placements | expect 'pram run --placement '
names_of shapes | expect 'pram run --shape '
expect_words 'pram run --ledger ' totals steps profile
expect_words 'pram bsp --time ' host charged
{
  printf '%s\n' all best
  names_of collectives
} | expect 'pram collective --algorithm '
"$tool" run --help | tr -s ' \n' ' ' | sed 's/.*may deceive: //; s/ --.*//' | tr -d ' ' | tr ',' '\n' >formats.txt
check 'formats are found' grep -qx metis formats.txt
expect 'pram run --format ' <formats.txt
for option in --n --seed --source --components --threads --memory-limit --scale; do expect_words "pram run $option "; done

# Lists.
names_of networks | expect 'pram compare cc --networks '
names_of networks | beginning_with o | sed 's/^/ideal,router,/' | expect 'pram compare cc --networks ideal,router,o'
names_of protocols | sed 's/^/direct,/' | expect 'pram compare --access direct,'

# Files and folders.
mkdir pictures
touch pieces.txt mine
chmod +x mine
for option in --input --json --csv --html --output --trace --baseline --resume; do
  expect_files "pram run cc $option pie" pieces.txt
done
expect_files 'pram report pie' pieces.txt
expect_files 'pram patterns --file pie' pieces.txt
expect_folders 'pram run cc --svg pi' pictures/
expect_folders 'pram report --sources pi' pictures/

"$tool" completion "$shell" >script || wrong "pram completion $shell"
check 'the script calls nothing of the tool' bash -c "! grep -E '\\\$\\(pram|\`pram' script"

# Compares what the shell offered for each line, in a file answer.NUMBER.
compare() {
  local number kind
  for number in "${!lines[@]}"; do
    sort -u "answer.$number" >sorted
    if ! cmp -s sorted "expected.$number"; then
      wrong "$shell: '${lines[number]}' is completed otherwise:"
      diff "expected.$number" sorted | grep '^[<>]' | head -n 6
    fi
  done
  echo "${#lines[@]} command lines in $shell"
}
