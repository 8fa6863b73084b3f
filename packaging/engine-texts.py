#!/usr/bin/env python3
"""Prints every text of the engine that a window shows, as C++ for lupdate: context "Engine" for messages, "Schema" for
titles, help and units of settings. The first argument is the program that prints the schema's texts, one a line.

A message is an identifier followed by its English text, in the arguments of an Error or in the braces of a Message.
Words that helpers fill into such texts ("it is empty") are printed, too. A text that is glued together out of pieces
cannot be looked up: it is named on standard error, unless COMPOSED says which texts come of it. So is an identifier of
a message for which no text was found."""
import pathlib
import re
import subprocess
import sys

TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<mark>[^(]*)\((?P<raw>.*?)\)(?P=mark)"|"(?P<text>(?:[^"\\\n]|\\.)*)"'
    r"|'(?:[^'\\\n]|\\.)+'|[A-Za-z_]\w*|\d[\w.']*|::|->|\S", re.S)
IDENTIFIER = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
CLOSING = {"(": ")", "{": "}", "[": "]"}
# Functions that put words of theirs around a text they are given: file, function, place of the given text, whole text.
COMPOSED = [
    ("engine/config/consistency.cpp", "throwConflict", 3,
     "{first} = {first_value} does not go with {second} = {second_value}: %s"),
    ("engine/config/yaml_reader.cpp", "takeKey", 0, "{source}:{line}: %s"),
    ("engine/config/yaml_reader.cpp", "failSyntax", 0, "{source}:{line}: %s"),
    ("engine/config/yaml_reader.cpp", "fail", 1, "{source}:{line}: %s"),
    ("engine/run/json.cpp", "unusable", 1, "{source} is damaged: %s <advice>"),
]
# Identifiers of what those functions make.
COMPOSED_IDENTIFIERS = {"config_conflict"}
# What a reader of YAML passes on of these files, with its place before it.
IN_YAML = ("engine/config/schema.cpp", "engine/config/value.cpp")
# What these functions are given is filled into another text; the latter ones are given single words, too.
FILLS_IN = re.compile(r"(throw[A-Z]\w*|fail\w*|refuse|checkAddress|member)$")
GIVES_WORDS = re.compile(r"throw(FileError|OtherModel)$")


class Text(str):
    """A string literal as it is written in the source."""


class Group(list):
    """What stands between two brackets: a list of arguments, each a list of tokens."""

    def __init__(self, bracket, callee, position):
        super().__init__([[]])
        self.bracket, self.callee, self.position = bracket, callee, position


def parse(source):
    top = Group("{", "", 0)
    stack = [top]
    for found in TOKEN.finditer(source):
        token = found.group()
        if token.startswith(("//", "/*")):
            continue
        argument = stack[-1][-1]
        if found["text"] is not None:
            argument.append(Text(found["text"]))
        elif found["raw"] is not None:
            argument.append(None)
        elif token in CLOSING:
            callee = [word for word in argument[-2:] if isinstance(word, str)]
            group = Group(token, callee, found.start())
            argument.append(group)
            stack.append(group)
        elif token in CLOSING.values():
            stack.pop()
        elif token in ",;":
            stack[-1].append([])
        else:
            argument.append(token)
    return top


def groups(group):
    for argument in group:
        for token in argument:
            if isinstance(token, Group):
                yield token
                yield from groups(token)


def constants(source):
    found = re.finditer(r'\b(k[A-Z]\w*)(?:\[\])?\s*[={]\s*((?:"(?:[^"\\\n]|\\.)*"\s*)+)', source)
    return {match[1]: "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', match[2])) for match in found}


def texts(argument, named):
    """The literals that an argument can be: one, or those of the branches of a condition; none when it is computed."""
    if argument and all(isinstance(token, Text) for token in argument):
        return ["".join(argument)]
    if len(argument) == 1 and isinstance(argument[0], str) and argument[0] in named:
        return [named[argument[0]]]
    if argument[:-1] in (["std", "::", "string"], ["std", "::", "string_view"]) and isinstance(argument[-1], Group):
        return texts(argument[-1][0], named) if len(argument[-1]) == 1 else []
    if "?" in argument:
        rest = argument[argument.index("?") + 1:]
        if ":" in rest:
            split = rest.index(":")
            return texts(rest[:split], named) + texts(rest[split + 1:], named)
    return []


def is_glued(argument):
    return "+" in argument and any(isinstance(token, Text) and " " in token for token in argument)


def message_at(group, named):
    """The place of the identifier when the group holds one and its text, as Error(code, id, text, arguments),
    Message{id, text, arguments} and calls of helpers do; {name, value} is an argument, not a message."""
    if len(group) > 2 and group[0][:1] and group[0][0] in ("ErrorCode", "codeFromStatus"):
        places = [1]
    elif group.bracket == "{" and ("Message" in group.callee or len(group) == 3):
        places = [0]
    elif group.bracket == "(":
        sentence = [any(text.endswith(".") for text in texts(argument, named)) for argument in group]
        places = [place - 1 for place in range(1, len(group)) if sentence[place]]
    else:
        places = []
    for place in places:
        identifiers = texts(group[place], named)
        known = all(IDENTIFIER.fullmatch(word) and "_" in word for word in identifiers)
        if identifiers and known and place + 1 < len(group):
            return place
    return None


def of_file(path, name):
    """Yields (identifier, or nothing for words inside a text; text) for each text of one source."""
    source = path.read_text()
    named = constants(source)
    composed = {function: (place, whole) for file, function, place, whole in COMPOSED if file == name}

    def read(argument, group):
        if is_glued(argument) and not (composed and group.callee[-1:] == ["Error"]):
            line = source.count("\n", 0, group.position) + 1
            print(f"engine-texts: {name}:{line} glues a text together: it stays English", file=sys.stderr)
        return texts(argument, named)

    for group in groups(parse(source)):
        called = group.callee[-1] if group.callee else ""
        place = message_at(group, named)
        if group.bracket == "(" and called in composed:
            place, whole = composed[called]
            if place < len(group):
                yield from ((called, whole.replace("%s", text, 1)) for text in read(group[place], group) if text)
        elif place is not None:
            identifier = texts(group[place], named)[0]
            yield from ((identifier, text) for text in read(group[place + 1], group) if " " in text)
        elif group.bracket == "(" and FILLS_IN.match(called):
            words = GIVES_WORDS.match(called)
            yield from (("", text) for argument in group for text in texts(argument, named) if " " in text or words)
        elif group.bracket == "{" and len(group) == 2 and IDENTIFIER.fullmatch("".join(texts(group[0], named)) or "-"):
            yield from (("", text) for text in texts(group[1], named) if " " in text)


def identifiers(source):
    """What is given as the identifier of an Error or a Message, and its line, however its text comes about."""
    code = re.sub(r'//[^\n]*|/\*.*?\*/', lambda comment: re.sub(r"[^\n]", " ", comment[0]), source, flags=re.S)
    word = r'"([a-z][a-z0-9]*(?:_[a-z0-9]+)+)"'
    for place in (r"ErrorCode::k\w+,\s*", r"\bMessage\s*\w*\s*\{\s*", r"\.id\s*=\s*"):
        for found in re.finditer(place + word, code):
            yield found[1], code.count("\n", 0, found.start(1)) + 1


def messages(root):
    found = []
    advice = []
    for folder in ("engine", "app/engine", "app/studio"):
        for path in sorted([*(root / folder).rglob("*.cpp"), *(root / folder).rglob("*.h")]):
            name = str(path.relative_to(root))
            texts_of = list(of_file(path, name))
            told = {identifier for identifier, _ in texts_of}
            for identifier, line in identifiers(path.read_text()):
                if identifier not in told and identifier not in COMPOSED_IDENTIFIERS:
                    print(f"engine-texts: {name}:{line} no text was found for {identifier}: it stays English",
                          file=sys.stderr)
            for identifier, text in texts_of:
                if identifier or not name.startswith("app/engine/"):
                    found.append(text)
                if name in IN_YAML and identifier.startswith("config_"):
                    found.append("{source}:{line}: " + text)
            for group in groups(parse(path.read_text())):
                if "Origin" in group.callee and len(group) == 3:
                    advice += texts(group[2], {})
    for text in found:
        yield from [text.replace("<advice>", what) for what in advice] if "<advice>" in text else [text]


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    for text in sorted(set(messages(root))):
        print(f'QT_TRANSLATE_NOOP("Engine", "{text}")')
    for line in subprocess.run([sys.argv[1]], check=True, capture_output=True, text=True).stdout.splitlines():
        text = line.replace("\\", "\\\\").replace('"', '\\"')
        print(f'QT_TRANSLATE_NOOP("Schema", "{text}")')


if __name__ == "__main__":
    main()
