#!/usr/bin/env python3
"""Fails where the window's code gives a distance or a size of letters of its own instead of one of style/scale.h."""
import pathlib
import re
import sys

FOLDERS = ("app/studio", "widgets")
SCALE = "widgets/style/scale.cpp"
DISTANCE = re.compile(r"\b(setContentsMargins|set(?:Horizontal|Vertical)?Spacing|addSpacing|setMargin|setIndent)\(")
LETTERS = re.compile(r"\b(setPointSizeF?|setPixelSize|setPointSize)\(")
MAGIC = re.compile(r"(?<![\w.])(?!0\b)\d|fontMetrics|averageCharWidth|height\(\)")
STYLE_SHEET = re.compile(r"\bsetStyleSheet\(")


def argument(text, begin):
    depth = 1
    for end in range(begin, len(text)):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if depth == 0:
            return text[begin:end]
    return text[begin:]


def findings(text):
    for call in DISTANCE.finditer(text):
        if MAGIC.search(argument(text, call.end())):
            yield call.start(), f"{call.group(1)}() wants space() of style/scale.h"
    for call in LETTERS.finditer(text):
        yield call.start(), f"{call.group(1)}() belongs into style/scale: use sized()"
    for call in STYLE_SHEET.finditer(text):
        yield call.start(), "a style sheet does not follow the theme: use the palette and style/scale.h"


def check_itself():
    bad = ("a->setSpacing(2);", "a->setContentsMargins(0, 0, 2, 2);", "a->addSpacing(fontMetrics().height() / 2);",
           "font.setPointSizeF(9);", "a->setContentsMargins(QMargins(1, 1, 1, 1) * gap);")
    good = ("a->setSpacing(0);", "a->setContentsMargins({});", "a->setContentsMargins(gap, 0, gap, 0);",
            "a->setSpacing(space(*this, Space::kHair));", "a->resize(2, 2);")
    return [text for text in bad if not list(findings(text))] + [text for text in good if list(findings(text))]


def main():
    root = pathlib.Path(sys.argv[1])
    wrong = [f"the check itself misjudges {text}" for text in check_itself()]
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*.cpp")) + sorted((root / folder).rglob("*.h"))]
    if len(files) < 100:
        wrong.append(f"only {len(files)} files in {root}: is this the repository?")
    for path in files:
        name = path.relative_to(root).as_posix()
        if name == SCALE:
            continue
        text = path.read_text()
        wrong += [f"{name}:{text.count(chr(10), 0, at) + 1}: {what}" for at, what in findings(text)]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
