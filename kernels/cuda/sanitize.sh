#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the standalone program under the four checks of compute-sanitizer; needs a GPU.
# Usage: sanitize.sh COMPUTE_SANITIZER STANDALONE [WORD]   WORD: kernels whose names contain it (default: all)
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: sanitize.sh COMPUTE_SANITIZER STANDALONE [WORD]" >&2; exit 64; }
files=$(mktemp -d)
trap 'rm -rf "$files"' EXIT
for tool in memcheck racecheck initcheck synccheck; do
  echo "== compute-sanitizer --tool $tool"
  "$1" --tool "$tool" --error-exitcode 1 "$2" --out "$files" --kernels "${3:-}"
done
