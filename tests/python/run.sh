#!/usr/bin/env bash
# tests/python/run.sh TOOL SCRIPT: a test of pram.py with this tool; skipped where there is no Python that it takes
set -euo pipefail

tool=$(readlink -f "$1")
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
  echo 'skipped: no python3 of version 3.9 or later'
  exit 77
fi
# The tool's folder may be one that PATH must not lead to: what looks for the tool sets PRAM and PATH itself.
export PRAM=$tool PYTHONDONTWRITEBYTECODE=1 PYTHONUTF8=1
PYTHONPATH=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../python exec python3 -B "$2"
