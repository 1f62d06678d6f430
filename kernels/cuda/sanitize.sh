#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the standalone program under the four checks of compute-sanitizer; needs a GPU.
# A tool that finds something, or takes longer than ATTEST_SANITIZE_SECONDS (1800), does not keep the others from running.
# Usage: sanitize.sh COMPUTE_SANITIZER STANDALONE [WORD]   WORD: kernels whose names contain it (default: all)
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: sanitize.sh COMPUTE_SANITIZER STANDALONE [WORD]" >&2; exit 64; }
files=$(mktemp -d)
trap 'rm -rf "$files"' EXIT
worst=0
for tool in memcheck synccheck initcheck racecheck; do
  echo "== compute-sanitizer --tool $tool"
  timeout "${ATTEST_SANITIZE_SECONDS:-1800}" "$1" --tool "$tool" --error-exitcode 1 "$2" --out "$files" --kernels "${3:-}" || worst=1
done
exit $worst
