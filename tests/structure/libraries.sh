#!/bin/sh
# libraries.sh ENGINE PROGRAM...: the engine uses LibTorch and no Qt; the other programs, which hold the libraries that
# the studio links, use neither.
set -eu
engine=$1
shift
ldd "$engine" | grep -q libtorch_cpu || { echo "$engine does not use LibTorch"; exit 1; }
if ldd "$engine" | grep Qt; then echo "$engine uses Qt"; exit 1; fi
for program in "$@"; do
  if ldd "$program" | grep -E 'libtorch|libc10|Qt'; then echo "$program uses what it must not"; exit 1; fi
done
