#!/usr/bin/env bash
# The source of a page in a browser: its lines in the file's order or the most first, by any of their numbers, as the
# address says; and the map beside it, which shows what is in view and goes where it is clicked.
source "$(dirname "${BASH_SOURCE[0]}")/browser.bash"

hash='return location.hash'
pick() {  # the number of a metric's column
  script "const metric = document.getElementById('metric'); metric.value = $1; metric.dispatchEvent(new Event('change'))" >/dev/null
}
rows='[...document.querySelectorAll("#source tbody tr")]'
lines="return $rows.map((row) => row.dataset.line)"
order() {  # a number of each of the lines in jq: those with the most first, and of equals the first in the source
  jq -c "[.lines | group_by([.file, .line])[] | {line: \"\(.[0].file):\(.[0].line)\", value: ($1)}] |
    sort_by(-.value) | map(.line)" run.json
}

# Seven files, whose lines come together in one table.
many_files() {
  succeeds profile biconnected-components --n 512 --components 16 --network torus --ledger profile --json run.json --html page.html
  open_page page.html
  silent
  whole='return document.querySelector("#source").innerText'
  before=$(script "$whole")
  equals "files" "$(jq '[.lines[].file] | unique | length' run.json)" \
    'return [...document.querySelectorAll("#source h3, #source .map")].filter((part) => part.offsetHeight > 0).length / 2'
  click '#source .tools button'
  equals "the order in the address" '"#order=most"' "$hash"
  equals "the button is pressed" '"true"' 'return document.querySelector("#source .tools button").getAttribute("aria-pressed")'
  equals "the costliest lines first" "$(order 'map(.charge) | add')" "$lines"
  column=1
  for metric in charge requests degree factor spared; do
    pick $column
    case $metric in
      charge) value='map(.charge) | add' address='"#order=most"' ;;
      requests) value='map(.requests) | add' ;;
      degree) value='map(.largest_degree) | max' ;;
      factor) value='((map(.forward) | add) / (map(.distinct_charge) | add) * 100 | round)' ;;
      spared) value='((map(.forward) | add) - (map(.distinct_charge) | add) | round)' ;;
    esac
    [[ $metric == charge ]] || address="\"#metric=$metric&order=most\""
    equals "the address by $metric" "$address" "$hash"
    [[ $metric == factor ]] || equals "the lines by $metric" "$(order "$value")" "$lines"
    equals "they fall by $metric" true "const numbers = $rows.map((row) => Number(row.cells[$column].dataset.value ?? row.cells[$column].textContent));
      return numbers.length === $(jq '[.lines[] | [.file, .line]] | unique | length' run.json) && numbers.every((one, k) => k === 0 || numbers[k - 1] >= one)"
    ((++column))
  done
  equals "each with its file" "$(order 'map(.forward) | add' | jq -c 'map(split("/")[-1]) | sort')" \
    "return $rows.map((row) => row.cells[0].textContent).sort()"
  equals "one table and one map are left" '[1,1,0]' \
    'return ["table", ".map", "h3"].map((css) => [...document.querySelectorAll("#source " + css)].filter((part) => part.offsetHeight > 0).length)'
  screenshot source-order
  readable source-order

  # Other than a selection the order stays when all is let go; the address restores it, with the default for what it
  # lacks.
  click '#source tr[data-line]'
  keys '\uE00C'
  equals "what Escape leaves" '"#metric=spared&order=most"' "$hash"
  open_page 'page.html#metric=requests&order=most'
  script 'location.reload()' >/dev/null
  equals "the order of the address" "$(order 'map(.requests) | add')" "$lines"
  equals "the metric of the address" '"2"' 'return document.getElementById("metric").value'
  open_page 'page.html#metric=nothing&order=nothing'
  script 'location.reload()' >/dev/null
  silent
  equals "the source as it was" "$before" "$whole"
  # By keys alone.
  script 'document.getElementById("metric").focus()' >/dev/null
  keys '\uE004'
  keys '\uE00D'
  equals "sorted by a key" "$(order 'map(.charge) | add')" "$lines"
  keys '\uE00D'
  equals "the source is back" "$before" "$whole"
  # The order of a step, by what the lines did in it.
  script 'location.hash = "#step=12&order=most&metric=spared"' >/dev/null
  equals "the lines of step 12" true "const charges = $rows.map((row) => Number(row.cells[1].dataset.value));
    return charges[0] > 0 && charges.every((one, k) => k === 0 || charges[k - 1] >= one)"
}

# The map of a file that is longer than the window, and shown in parts.
one_file() {
  succeeds profile cole-merge-sort --n 256 --components 16 --ledger profile --json run.json --html page.html
  open_page page.html
  silent
  file=$(jq -r '[.lines[].file] | unique | .[0]' run.json)
  equals "its name" "\"Map of $file\"" 'return document.querySelector("#source .map").getAttribute("aria-label")'
  equals "a mark for each line, where it stands" true 'const rows = [...document.querySelector("#source tbody").rows];
    const marks = [...document.querySelectorAll("#source .map")][0].querySelectorAll("i");
    const asked = rows.map((row, k) => [row, k]).filter(([row]) => row.dataset.line);
    return marks.length === asked.length && asked.every(([, k], at) => Math.abs(parseFloat(marks[at].style.top) - 100 * k / rows.length) < 0.01)'
  heat() {  # number of the metric's column: marks are as strong as bars are long
    equals "the heat of the map by column $1" true "const rows = [...document.querySelectorAll('#source table')[0].querySelectorAll('tr[data-line]')];
      const marks = [...document.querySelectorAll('#source .map')[0].querySelectorAll('i')];
      const numbers = rows.map((row) => Math.max(0, Number(row.cells[$1].dataset.value ?? row.cells[$1].textContent)));
      const most = Math.max(...[...document.querySelectorAll('#source tr[data-line]')].map((row) => Number(row.cells[$1].dataset.value ?? row.cells[$1].textContent)));
      return marks.every((mark, k) => Math.abs(Number(mark.style.opacity) - (3 + 15 * numbers[k] / most) / 18) <= 0.04)"
  }
  heat 1
  pick 5
  heat 5
  pick 2
  heat 2
  pick 1
  seen='const rows = [...document.querySelector("#source tbody").rows]; const view = document.querySelector("#source .map b").style;
    const inside = rows.map((row, k) => [row.getBoundingClientRect(), k]).filter(([box]) => box.bottom > 0 && box.top < innerHeight).map(([, k]) => k);
    const [from, to] = [parseFloat(view.top), parseFloat(view.top) + parseFloat(view.height)];
    const row = 100 / rows.length;
    return inside.length === 0 ? to - from === 0 : Math.abs(from - inside[0] * row) <= row && Math.abs(to - (inside.at(-1) + 1) * row) <= row'
  for at in 0 900 2000 100000; do
    script "scrollTo(0, $at)" >/dev/null
    sleep 0.2
    equals "the part in view at $at" true "$seen"
  done
  # A click in its middle goes to the middle of the table.
  script 'document.querySelector("#source tbody").scrollIntoView()' >/dev/null
  click '#source .map'
  equals "the row in the middle of the window" true 'const rows = [...document.querySelector("#source tbody").rows];
    const strip = document.querySelector("#source .map");
    const row = rows[Math.floor(rows.length / 2)].getBoundingClientRect();
    return Math.abs((row.top + row.bottom) / 2 - innerHeight / 2) < 30'
  equals "a click selects nothing" '""' "$hash"
  # Keys go from line to line, and select.
  numbers=$(jq -c '[.lines[] | select(.file == "'"$file"'") | .line] | unique' run.json)
  script 'document.querySelector("#source .map").focus()' >/dev/null
  goes() {  # key, place of the line among those that asked
    keys "$1"
    equals "the line after a key" "[$(($2 + 1)),$(jq ".[$2]" <<<"$numbers")]" 'const map = document.querySelector("#source .map");
      return [Number(map.getAttribute("aria-valuenow")), Number(/^line (\d+): [\d.]+%$/.exec(map.getAttribute("aria-valuetext"))[1])]'
    equals "it is in view" true "const row = [...document.querySelectorAll('#source tr.here')];
      const box = row[0].getBoundingClientRect();
      return row.length === 1 && row[0].dataset.line === '$file:$(jq ".[$2]" <<<"$numbers")' && box.top > 0 && box.bottom < innerHeight"
  }
  goes '\uE011' 0
  goes '\uE015' 1
  goes '\uE013' 0
  goes '\uE013' 0
  goes '\uE010' $(($(jq length <<<"$numbers") - 1))
  equals "the last key's line is the last" "$(jq length <<<"$numbers")" 'return Number(document.querySelector("#source .map").getAttribute("aria-valuemax"))'
  keys '\uE007'
  equals "the line in the address" "\"$file:$(jq '.[-1]' <<<"$numbers")\"" 'return new URLSearchParams(location.hash.slice(1)).get("line")'
  equals "its mark is selected, too" true 'const marks = [...document.querySelectorAll("#source .map i")];
    return marks.filter((mark) => mark.classList.contains("selected")).length === 1'
  screenshot source-map
  keys '\uE00C'
  readable source

  # An address opens at its line, given by its place or by its number alone; and at the view of what else it selects.
  in_view='const row = document.querySelectorAll("#source tr.selected"); const box = row[0]?.getBoundingClientRect();
    return [row.length, scrollY > 0, box?.top > 0 && box?.bottom < innerHeight]'
  last=$(jq '.[-1]' <<<"$numbers")
  for line in "$last" "$file:$last" "${file##*/}:$last"; do
    fresh "page.html#line=$line"
    sleep 0.2
    equals "opened at line $line" '[1,true,true]' "$in_view"
  done
  equals "the line in full" "\"line $file:$last ×\"" 'return document.querySelector("#chosen button").textContent'
  for wanted in "step=9 timeline" "degree=0 degrees" "component=3 machine"; do
    fresh "page.html#${wanted% *}"
    sleep 0.2
    equals "the view of ${wanted% *}" true "const box = document.getElementById('${wanted#* }').getBoundingClientRect();
      return box.top < innerHeight && box.bottom > 0"
  done
  fresh page.html
  equals "without a selection it opens at the top" 0 'return scrollY'

  # On a telephone the source is on the screen.
  window 390 800
  equals "where the source begins" true 'const cells = [...document.querySelectorAll("#source tr[data-line] td:last-child")];
    return cells.length > 0 && cells.every((cell) => cell.getBoundingClientRect().left < innerWidth / 2)'
  window 1280 800

  # Where scripts are blocked there is no map, and the source as ever.
  cat >frame.html <<'END'
<!DOCTYPE html><iframe sandbox="allow-same-origin" src="page.html" width="1000" height="800"></iframe>
END
  open_page frame.html
  webdriver POST "/$session/frame" '{"id": 0}' >/dev/null
  equals "without scripts" "[0,true]" 'return [document.querySelectorAll(".map").length, document.querySelectorAll("#source tr[data-line]").length > 0]'
}

for part in $(drawn 1 many_files one_file); do $part; done
finish
