# Sourced by debian.sh, shared.sh and source.sh, whose arguments it takes: BUILD SOURCE WORK COMPILER. WORK is made anew.
build=$(readlink -f "$1") source=$(readlink -f "$2") compiler=$4
rm -rf "$3"
mkdir -p "$3"
work=$(readlink -f "$3")

fail() {
  echo "FAILED: $*"
  exit 1
}

quietly() {  # command…: what it says is shown where it fails
  "$@" >"$work/log" 2>&1 || {
    cat "$work/log"
    fail "exit code $?: $*"
  }
}
