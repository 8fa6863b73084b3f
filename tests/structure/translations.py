#!/usr/bin/env python3
"""Fails, naming each, on texts of the window and the engine that a catalogue does not translate, or translates so that
a placeholder, a mnemonic or a closing mark is lost, and on messages of the engine whose text cannot be looked up.
Arguments: the source's root and the program schema_texts."""
import collections
import itertools
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

Text = collections.namedtuple("Text", "context source translation finished forms")

# What a translation must hold as often as its source: values, HTML, commands to type.
KEPT = {
    "placeholder": re.compile(r"\{\w+\}|%L?\d|%n"),
    "tag": re.compile(r"</?[a-z]\w*[^<>]*>"),
    "command": re.compile(r"`[^`]*`"),
}
MNEMONIC = re.compile(r"(?<!&)&(?=\w)")
# Chinese words have no letter to underline: it stands behind them, before an ellipsis or a colon only.
BRACKETED = re.compile(r"\w\(&([A-Z0-9])\)[…：]?$")
KEYS = re.compile(r"(Ctrl|Shift|Alt|Meta|F\d+)(\+|$)")
CLOSING = {".": "。", "…": "…", "?": "？", ":": "："}


def updated(root, catalogue, schema_texts, folder, unread):
    """The texts of a catalogue that was brought up to date; appends to unread what could not be read of the sources."""
    copy = pathlib.Path(shutil.copy(catalogue, folder))
    said = subprocess.run([root / "packaging/translations", copy, schema_texts], check=True, stderr=subprocess.PIPE,
                          text=True).stderr
    for line in said.splitlines():
        unread.append(line) if line.startswith("engine-texts:") else print(line, file=sys.stderr)
    for context in ElementTree.parse(copy).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            forms = [form.text or "" for form in translation.iter("numerusform")]
            text = forms[0] if forms else translation.text or ""
            yield Text(context.findtext("name"), message.findtext("source"), text,
                       "type" not in translation.attrib and bool(text), len(forms) if forms else 1)


def closing_mark(text, marks):
    return next((mark for mark in marks if text.endswith(mark) and not text.endswith("...")), "")


def edges(text):
    return text[:len(text) - len(text.lstrip())], text[len(text.rstrip()):]


def complaints(text):
    if not text.finished:
        yield "has no finished translation"
        return
    for what, pattern in KEPT.items():
        expected = collections.Counter(pattern.findall(text.source))
        found = collections.Counter(pattern.findall(text.translation))
        yield from (f"loses the {what} {lost}" for lost in expected - found)
        yield from (f"invents the {what} {made}" for made in found - expected)
    if MNEMONIC.search(text.source):
        if len(MNEMONIC.findall(text.translation)) != 1 or not BRACKETED.search(text.translation):
            yield "needs one mnemonic behind its words, as in 暂停(&P)"
    elif MNEMONIC.search(text.translation):
        yield "has a mnemonic that its source lacks"
    if text.forms != 1:
        yield "has more forms of the plural than Chinese"
    if KEYS.match(text.source):
        if text.translation != text.source:
            yield "changes a shortcut"
        return
    mark = CLOSING.get(closing_mark(text.source, CLOSING), "")
    if mark != closing_mark(text.translation, CLOSING.values()):
        yield f"should end with '{mark}'" if mark else "ends with a mark that its source lacks"
    if re.search(r"\w", text.source) and edges(text.source) != edges(text.translation):
        yield "begins or ends with other spaces than its source"


def entries(root):
    """For each function: its place, its class, and the texts with a mnemonic in it, which share a menu or a dialog.
    Texts between which a condition chooses are alternatives in one place."""
    literal = r'(?:\w+::)?tr\("([^"]*)"\)'
    for folder in ("widgets", "app/studio"):
        for path in sorted((root / folder).rglob("*.cpp")):
            for body in re.split(r"^\}.*$", path.read_text(), flags=re.M):
                head = re.search(r"^\S.*?\b(\w+)::~?\w+\(", body, flags=re.M)
                chosen = [set(pair) for pair in re.findall(rf"\?\s*{literal}\s*:\s*{literal}", body)]
                found = [text for text in re.findall(literal, body) if MNEMONIC.search(text)]
                if found:
                    yield str(path.relative_to(root)), head and head[1], found, chosen


def shared_letters(root, texts):
    letters = {}
    for text in texts:
        match = BRACKETED.search(text.translation)
        if match:
            letters[text.context.removeprefix("gan::"), text.source] = match[1]
            letters.setdefault(text.source, match[1])  # for a class inside the one that translates
    menus = list(entries(root))
    alternatives = [pair for _, _, _, chosen in menus for pair in chosen]
    for path, name, found, _ in menus:
        places = [{source} | set().union(*(pair for pair in alternatives if source in pair)) for source in found]
        for one, other in itertools.combinations(places, 2):
            if one & other:
                continue
            for a, b in itertools.product(sorted(one), sorted(other)):
                letter = letters.get((name, a), letters.get(a))
                if letter and letter == letters.get((name, b), letters.get(b)):
                    yield f'{path}: "{a}" and "{b}" share the letter {letter} in their translations'


def main():
    root, schema_texts = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    wrong = []
    for catalogue in sorted((root / "resources/translations").glob("*.ts")):
        with tempfile.TemporaryDirectory() as folder:
            texts = list(updated(root, catalogue, schema_texts, folder, wrong))
        contexts = {text.context for text in texts}
        for context in ("Engine", "Schema", "gan::MainWindow"):
            if context not in contexts:
                wrong.append(f"no text was found for the context {context}")
        wrong += [f'{text.context}: "{text.source}" {complaint}' for text in texts for complaint in complaints(text)]
        wrong += shared_letters(root, texts)
        print(f"{catalogue.name}: {len(texts)} texts")
    for line in wrong:
        print(line.replace("\n", "\\n"), file=sys.stderr)
    if wrong:
        sys.exit(f"{len(wrong)} complaints; packaging/translations brings new texts into the catalogue")


main()
