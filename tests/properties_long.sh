#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The tests that draw their inputs, from fresh seeds for as long as is said; stops at the first that fails and says its seed.
# Usage: tests/properties_long.sh BUILD SECONDS (the target `properties_long`: an hour)
set -uo pipefail
cd "$(dirname "$0")/.."
programs=$(grep -l "Falsifiable after" "$1"/tests/test_*)
[ -n "$programs" ] || { echo "$1/tests: expected programs that draw their inputs" >&2; exit 2; }
runs=0
SECONDS=0
while [ "$SECONDS" -lt "$2" ]; do
  seed=$((RANDOM * 1073741824 + RANDOM * 32768 + RANDOM))
  for program in $programs; do
    if ! RC_PARAMS="seed=$seed" "$program" >"$1/properties_long.txt" 2>&1; then
      tail -n 60 "$1/properties_long.txt"
      echo "RC_PARAMS=\"seed=$seed\" $program: failed"
      exit 1
    fi
    runs=$((runs + 1))
  done
done
echo "$runs runs passed, each of the programs from a fresh seed, $SECONDS s"
