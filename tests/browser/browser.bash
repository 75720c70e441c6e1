# Sourced by each script with the tool's path as first argument: a headless browser over WebDriver. Where there is none,
# the test is skipped and says so.
source "$(dirname "${BASH_SOURCE[0]}")/../tool/common.bash"

for program in chromium chromedriver curl jq; do
  if ! command -v $program >/dev/null; then
    echo "skipped: no $program"
    exit 77
  fi
done

profile=$(mktemp -d)
: >"$profile/driver"
chromedriver --port=0 >>"$profile/driver" 2>&1 &
driver=$!
# The browser ends with its session; a driver that is killed would leave it behind.
trap '[[ -z ${session:-} ]] || curl -s --max-time 30 -X DELETE "http://127.0.0.1:$port/session/$session" >/dev/null
  kill $driver 2>/dev/null; wait $driver 2>/dev/null; rm -rf "$work" "$profile"' EXIT
for ((k = 0; k < 600; ++k)); do
  port=$(sed -n 's/.*started successfully on port \([0-9]*\).*/\1/p' "$profile/driver")
  [[ -n $port ]] && break
  sleep 0.1
done
[[ -n ${port:-} ]] || { echo "chromedriver does not start"; cat "$profile/driver"; exit 1; }

webdriver() {  # method, path below the session, JSON: leaves the value on standard output
  curl -s --max-time 300 -X "$1" -H 'Content-Type: application/json' -d "${3:-}" "http://127.0.0.1:$port/session$2" |
    jq -c .value
}

session=$(webdriver POST "" "$(jq -n --arg profile "$profile/user" '{capabilities: {alwaysMatch: {
  "goog:loggingPrefs": {browser: "ALL"},
  "goog:chromeOptions": {args: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
    "--user-data-dir=" + $profile, "--window-size=1280,800"]}}}}')" | jq -r .sessionId)
[[ $session != null && -n $session ]] || { echo "chromium does not start"; tail -n 20 "$profile/driver"; exit 1; }

open_page() {  # file, with what stands behind its "#"
  webdriver POST "/$session/url" "$(jq -n --arg url "file://$PWD/$1" '{url: $url}')" >/dev/null
}

script() {  # JavaScript that returns something: leaves it as JSON
  webdriver POST "/$session/execute/sync" "$(jq -n --arg script "$1" '{script: $script, args: []}')"
}

equals() {  # description, expected, JavaScript
  local found
  found=$(script "$3")
  [[ $found == "$2" ]] || wrong "$1: $found instead of $2"
}

click() {  # CSS selector
  local element
  element=$(webdriver POST "/$session/element" "$(jq -n --arg css "$1" '{using: "css selector", value: $css}')" |
    jq -r '.[]')
  webdriver POST "/$session/element/$element/click" '{}' >/dev/null
}

keys() {  # a key of WebDriver, as \uE014, that goes to the page
  webdriver POST "/$session/actions" "{\"actions\": [{\"type\": \"key\", \"id\": \"keyboard\", \"actions\": [
    {\"type\": \"keyDown\", \"value\": \"$1\"}, {\"type\": \"keyUp\", \"value\": \"$1\"}]}]}" >/dev/null
}

window() {  # width, height
  webdriver POST "/$session/window/rect" "{\"width\": $1, \"height\": $2}" >/dev/null
}

colours() {  # dark or light
  webdriver POST "/$session/goog/cdp/execute" "$(jq -n --arg scheme "$1" '{cmd: "Emulation.setEmulatedMedia",
    params: {features: [{name: "prefers-color-scheme", value: $scheme}]}}')" >/dev/null
}

# Pictures of the pages are kept where PRAM_SCREENSHOTS says.
screenshot() {  # name
  [[ -n ${PRAM_SCREENSHOTS:-} ]] || return 0
  mkdir -p "$PRAM_SCREENSHOTS"
  webdriver GET "/$session/screenshot" | jq -r . | base64 -d >"$PRAM_SCREENSHOTS/$1.png"
}

silent() {  # no error in the console, nothing loaded
  local log
  log=$(webdriver POST "/$session/se/log" '{"type": "browser"}')
  [[ $log == "[]" ]] || wrong "the console says $log"
  equals "resources that the page has loaded" "[]" 'return performance.getEntriesByType("resource").map((e) => e.name)'
}

# Texts of one drawing that stand in each other.
overlaps='const found = [];
for (const drawing of document.querySelectorAll("svg")) {
  const boxes = [...drawing.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()])
    .filter((entry) => entry[1].width > 0);
  for (let a = 0; a < boxes.length; ++a) for (let b = 0; b < a; ++b) {
    const [x, y] = [boxes[a][1], boxes[b][1]];
    if (x.left < y.right - 1 && y.left < x.right - 1 && x.top < y.bottom - 2 && y.top < x.bottom - 2)
      found.push(boxes[a][0] + " / " + boxes[b][0]);
  }
}
return found.slice(0, 5)'

fresh() {  # file, with what stands behind its "#": opened as by a click on a link from elsewhere
  webdriver POST "/$session/url" '{"url": "about:blank"}' >/dev/null
  open_page "$1"
}

readable() {  # name: no labels overlap, the page is no wider than the window, at two sizes, bright and dark
  local looks look scheme size
  # The draw picks other looks for each page.
  mapfile -t looks < <(drawn 2 "light 1280,800 $1" "light 400,800 $1" "dark 1280,800 $1" "dark 400,800 $1")
  for look in "${looks[@]}"; do
    read -r scheme size _ <<<"$look"
    colours "$scheme"
    window "${size%,*}" "${size#*,}"
    equals "labels of $1 that overlap at $size, $scheme" "[]" "$overlaps"
    equals "$1 scrolls sideways at $size" "false" \
      'return document.documentElement.scrollWidth > document.documentElement.clientWidth'
    screenshot "$1-$scheme-${size%,*}"
  done
  colours light
  window 1280 800
}
