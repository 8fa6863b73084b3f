#!/usr/bin/env python3
"""Fails when a folder includes what it may not: the arrows between folders go one way. And when two headers give one
name to two things, which would collide in a program that links both, or a header brings JSON's to whoever includes it."""
import collections
import pathlib
import re
import sys

# What each folder of engine/ may include beside itself; "tensors" marks those that may see LibTorch.
ENGINE = {
    "core": [],
    "config": ["core"],
    "interop": ["core"],
    "run": ["core", "config", "interop"],
    "launch": ["core", "run"],
    "protocol": ["core", "config", "run"],
    "service": ["core", "config", "interop", "run", "protocol"],
    "tensor": ["core"],
    "data": ["core", "config", "interop", "tensor"],
    "layers": ["core", "tensor"],
    "models": ["core", "config", "interop", "tensor", "layers"],
    "distributed": ["core", "launch", "layers"],
    "training": ["core", "config", "run", "tensor", "data", "layers", "models", "distributed", "cuda"],
    "sampling": ["core", "config", "interop", "run", "tensor", "layers", "models"],
    "evaluation": ["core", "config", "interop", "tensor", "data", "models"],
    "session": ["core", "config", "interop", "run", "launch", "tensor", "data", "models", "distributed", "training",
                "sampling", "evaluation"],
    "cuda": ["core", "launch", "distributed"],
}
# What each folder of app/studio/ may include beside itself, widgets/ and these folders of engine/.
STUDIO = {
    "link": [],
    "state": ["link"],
    "dialogs": ["link", "state"],
    "window": ["link", "state", "dialogs"],
    "main": ["link", "state", "dialogs", "window"],
}
STUDIO_ENGINE = {"core", "config", "run", "protocol"}
# Panels that are made of others' parts: a comparison shows with one plot, one view of pictures and names as one list
# what several runs have.
WIDGETS = {"comparison": {"loss_chart", "run_list", "sample_gallery"}}
# Headers of the engine with values that panels show as they are, instead of copies of them.
VALUE_HEADERS = {"config/evaluation_order.h", "config/evaluation_scores.h", "config/feature_input.h", "config/latent_walk.h", "config/nearest_measure.h", "config/sample_point.h", "config/truncation.h", "core/duration_parts.h", "run/column.h", "run/command.h", "run/evaluated.h", "run/event.h", "run/kept_tests.h", "run/phases.h",
                 "run/rank_balance.h", "run/run_glance.h", "run/sample_info.h"}
TENSORS = {"tensor", "data", "layers", "models", "distributed", "training", "sampling", "evaluation", "session", "cuda"}
TORCH = re.compile(r"^(torch|ATen|c10)/")
# nlohmann's large header is for .cpp files: the first of these is for those of its folder only, and all of the second's
# have it precompiled. Other headers name a document as json_fwd.hpp does.
JSON = "nlohmann/json.hpp"
JSON_HEADERS = {"engine/run/json.h", "app/engine/command.h"}
# Work beside the GUI thread is app/studio/link/background's: nothing of it outlives the program, or its owner unseen.
THREADS = re.compile(r"^(QThread|QRunnable|QFuture|QtConcurrent|thread$|future$)")
QT = re.compile(r"^(Q[A-Z]|Qt[A-Z])")
# These headers are what other programs see of folders that work with tensors.
TENSOR_FREE_HEADERS = {"session/session.h", "session/ranks.h", "session/create_run.h", "session/environment.h", "session/replay.h",
                       "session/branch.h", "session/measure_run.h", "session/placed_run.h", "session/resume_changes.h", "session/picture_requests.h", "training/bench.h", "training/process_tuning.h",
                       "sampling/point_painter.h", "sampling/picture_file.h", "session/weights_run.h",
                       "evaluation/evaluate.h", "evaluation/feature_kind.h",
                       "session/judge_run.h", "session/nearest_images.h", "session/photo.h", "session/search_requests.h", "sampling/latent_facts.h",
                       "sampling/projection_state.h"}


def includes(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = re.match(r'\s*#\s*include\s*[<"]([^">]+)[">]', line)
        if found:
            yield number, found.group(1)


def check(path, folder, root):
    name = path.relative_to(root / "engine").as_posix()
    for number, target in includes(path):
        place = f"{path.relative_to(root)}:{number}: "
        first = target.split("/")[0]
        if "/" in target and first in ENGINE and first != folder and first not in ENGINE[folder]:
            yield place + f"engine/{folder} may not include {target}"
        if QT.match(target):
            yield place + f"the engine may not include Qt's {target}"
        if TORCH.match(target) and (folder not in TENSORS or name in TENSOR_FREE_HEADERS):
            yield place + f"LibTorch's {target} may not be seen here"


def check_widget(path, root):
    """A panel sees Qt, the style, values of the engine's and itself: what it shows comes through its model."""
    folder = path.parent.name
    for number, target in includes(path):
        first = target.split("/")[0]
        known = {folder, "style"} | WIDGETS.get(folder, set())
        if "/" in target and first not in known and target not in VALUE_HEADERS:
            yield f"{path.relative_to(root)}:{number}: widgets/{folder} may not include {target}"
        if THREADS.match(target):
            yield f"{path.relative_to(root)}:{number}: a panel may not begin threads with {target}"


def check_value_header(name, root):
    for number, target in includes(root / "engine" / name):
        if "/" in target and target not in VALUE_HEADERS and target.split("/")[0] not in {"core", "config"}:
            yield f"engine/{name}:{number}: a header that widgets include may not include {target}"


def check_json(root):
    headers = [path for folder in ("engine", "widgets", "app") for path in (root / folder).rglob("*.h")]
    for path in sorted(headers):
        name = path.relative_to(root).as_posix()
        for number, target in includes(path):
            if target == JSON and name not in JSON_HEADERS:
                yield f"{name}:{number}: a header may not include {JSON}, but {JSON.replace('json.', 'json_fwd.')}"
            if target == "run/json.h" and path.parent != root / "engine" / "run":
                yield f"{name}:{number}: {target} is for .cpp files of its folder"


def check_names(root):
    """No two headers declare types of one name: all are in one namespace."""
    declared = re.compile(r"^(?:class|struct|enum class) (\w+)(?: final)?(?: : [^;{]*)? \{", re.M)
    places = collections.defaultdict(set)
    for folder in ("engine", "widgets", "app"):
        for path in (root / folder).rglob("*.h"):
            for name in declared.findall(path.read_text()):
                places[name].add(path.relative_to(root).as_posix())
    for name, headers in sorted(places.items()):
        if len(headers) > 1:
            yield f"{name} is declared in {' and in '.join(sorted(headers))}"


def check_studio(path, root):
    folder = path.parent.name
    for number, target in includes(path):
        place = f"{path.relative_to(root)}:{number}: "
        first = target.split("/")[0]
        if TORCH.match(target):
            yield place + f"LibTorch's {target} may not be seen here"
        elif "/" in target and first in STUDIO and first != folder and first not in STUDIO[folder]:
            yield place + f"app/studio/{folder} may not include {target}"
        elif (root / "widgets" / target).is_file():
            continue  # widgets/data is not engine/data
        elif "/" in target and first in ENGINE and first not in STUDIO_ENGINE:
            yield place + f"the studio may not include {target}"
        elif THREADS.match(target) and (folder, path.stem) != ("link", "background"):
            yield place + f"only app/studio/link/background begins threads, not {target}"
        elif target.startswith("protocol/") and folder != "link":
            yield place + f"only app/studio/link speaks the protocol, not {folder}: {target}"


def main():
    root = pathlib.Path(sys.argv[1])
    errors, files = [], 0
    for folder in sorted(p for p in (root / "engine").iterdir() if p.is_dir()):
        if folder.name not in ENGINE:
            errors.append(f"engine/{folder.name}: tests/structure/arrows.py does not know what it may include")
            continue
        for path in sorted(folder.glob("**/*")):
            if path.suffix in {".h", ".cpp"}:
                files += 1
                errors += check(path, folder.name, root)
    for path in sorted((root / "app" / "engine").glob("*")):
        if path.suffix in {".h", ".cpp"}:
            files += 1
            errors += [f"{path.relative_to(root)}:{n}: the program may not include {t}" for n, t in includes(path) if TORCH.match(t) or QT.match(t)]
    errors += check_names(root)
    errors += check_json(root)
    for name in sorted(VALUE_HEADERS):
        errors += check_value_header(name, root)
    widgets = root / "widgets"
    for path in sorted(widgets.glob("*/*")):
        if path.suffix in {".h", ".cpp"}:
            files += 1
            errors += check_widget(path, root)
    for folder in sorted(p for p in (root / "app" / "studio").iterdir() if p.is_dir()):
        if folder.name not in STUDIO:
            errors.append(f"app/studio/{folder.name}: tests/structure/arrows.py does not know what it may include")
            continue
        for path in sorted(folder.glob("*")):
            if path.suffix in {".h", ".cpp"}:
                files += 1
                errors += check_studio(path, root)
    print("\n".join(errors) if errors else f"{files} files keep the arrows")
    if files < 50:
        sys.exit("too few files were found: is this the project's root?")
    sys.exit(1 if errors else 0)


main()
