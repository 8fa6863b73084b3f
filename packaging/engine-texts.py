#!/usr/bin/env python3
"""Prints every text of the engine that a window shows, as C++ for lupdate: context "Engine" for messages, "Schema" for
titles, help and units of settings. The first argument is the program that prints the schema's texts, one a line."""
import pathlib
import re
import subprocess
import sys

LITERAL = r'"(?:[^"\\]|\\.)*"'
# A message is an identifier followed by its English text, which has a space.
MESSAGE = re.compile(rf'"([a-z][a-z0-9_]+)"\s*,\s*((?:{LITERAL}\s*)+)')


def messages(root):
    for folder in ("engine", "app/engine", "app/studio"):
        for path in sorted((root / folder).rglob("*.cpp")):
            source = re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.M)
            for found in MESSAGE.finditer(source):
                text = "".join(part[1:-1] for part in re.findall(LITERAL, found.group(2)))
                if " " in text and text.endswith("."):
                    yield text


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    for text in sorted(set(messages(root))):
        print(f'QT_TRANSLATE_NOOP("Engine", "{text}")')
    for line in subprocess.run([sys.argv[1]], check=True, capture_output=True, text=True).stdout.splitlines():
        text = line.replace("\\", "\\\\").replace('"', '\\"')
        print(f'QT_TRANSLATE_NOOP("Schema", "{text}")')


main()
