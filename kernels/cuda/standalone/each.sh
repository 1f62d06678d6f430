#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the standalone program once for each kernel, so that a kernel that hangs or breaks the device's context costs no
# other kernel its files. They lie in DIR/KERNEL, with a script validate.sh each; DIR/validate.sh runs them all.
# Usage: each.sh STANDALONE DIR [WORD]   WORD: kernels whose names contain it (default: all)
# Exit code: 0 if every kernel that the device can run succeeded, 1 if one failed, 64 usage.
set -uo pipefail
[ $# -ge 2 ] || { echo "usage: each.sh STANDALONE DIR [WORD]" >&2; exit 64; }
worst=0
mkdir -p "$2" || exit 3
for kernel in $("$1" --list --kernels "${3:-}"); do
  mkdir -p "$2/$kernel"
  timeout "${ATTEST_KERNEL_SECONDS:-120}" "$1" --out "$2/$kernel" --kernel "$kernel"
  status=$?
  if [ $status -eq 124 ]; then echo "$kernel: FAILED: no end within ${ATTEST_KERNEL_SECONDS:-120} s"; fi
  if [ $status -eq 2 ]; then rmdir "$2/$kernel"; elif [ $status -ne 0 ]; then worst=1; fi
done
cat >"$2/validate.sh" <<'SCRIPT'
#!/usr/bin/env bash
# Judges all files below. ATTEST: the program `attest`, where it is not in the path.
worst=0
for script in "$(dirname "$0")"/*/validate.sh; do bash "$script" || worst=1; done
exit $worst
SCRIPT
exit $worst
