#!/bin/sh
# studio_libraries.sh STUDIO: the desktop program uses Qt, and no LibTorch, so that it installs on a laptop in seconds.
set -eu
ldd "$1" | grep -q libQt6Widgets || { echo "$1 does not use Qt"; exit 1; }
if ldd "$1" | grep -E 'libtorch|libc10'; then echo "$1 uses LibTorch"; exit 1; fi
