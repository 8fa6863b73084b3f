#!/usr/bin/env python3
"""unpack-wheels.py cpu|cuda WHEELS DEPS: lay LibTorch and CUDA's libraries out of the wheels in WHEELS under DEPS.

DEPS/libtorch/{lib,include,share}  LibTorch
DEPS/nvidia/*/lib                  NVIDIA's libraries. LibTorch's own RPATH looks for them at ../../nvidia from its lib folder
DEPS/cuda/include                  every CUDA header, in one folder
"""

import os
import shutil
import sys
import zipfile
from pathlib import Path

# Without a driver libtorch_cuda.so and what only Python loads would be half a gigabyte that nothing opens.
CPU_LIBRARIES = {"libc10.so", "libc10_cuda.so", "libgomp.so.1", "libtorch_cpu.so", "libcudart.so.13", "libcupti.so.13"}
PYTHON_LIBRARIES = {"libtorch_python.so", "libshm.so", "libtorch_global_deps.so"}


def destination(name, mode):
    """Where a wheel's member belongs under DEPS, or None for what a C++ program does not need."""
    parts = name.split("/")
    if name.endswith("/") or ".dist-info" in parts[0] or len(parts) < 3:
        return None
    library = parts[-1]
    is_library = parts[-2] == "lib"
    if is_library and (library in PYTHON_LIBRARIES or (mode == "cpu" and library not in CPU_LIBRARIES)):
        return None
    if parts[0] == "torch":
        is_kept = parts[1] in ("include", "share") or (parts[1] == "lib" and is_library)
        return "/".join(["libtorch", *parts[1:]]) if is_kept else None
    if parts[0] == "nvidia" and len(parts) > 3:
        if parts[2] == "include":
            return "/".join(["cuda", *parts[2:]])
        if parts[2] == "lib" and is_library and not library.endswith(".a"):
            return name
    return None


def main():
    mode, wheels, deps = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            for member in archive.infolist():
                place = destination(member.filename, mode)
                if place is None:
                    continue
                path = deps / place
                path.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(member) as source, open(path, "wb") as target:
                    shutil.copyfileobj(source, target, 1 << 20)
    # The linker resolves libtorch_cpu.so's own needs from LibTorch's folder.
    for library in ("libcudart.so.13", "libcupti.so.13"):
        os.symlink(f"../../nvidia/cu13/lib/{library}", deps / "libtorch/lib" / library)


if __name__ == "__main__":
    main()
