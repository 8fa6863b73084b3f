"""screen_reader.py STUDIO RUN SETTINGS: opens a finished run and reads the window as a screen reader does: what can be
worked with has a name and a role, and the keyboard alone leads into every panel and out of it."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import pyatspi  # noqa: E402
from studio_screen import Studio, children, extents_of, path_of, shown_below, until  # noqa: E402

# What somebody works with or is told by, and what a panel is announced as.
NAMED = {pyatspi.ROLE_PUSH_BUTTON, pyatspi.ROLE_TOGGLE_BUTTON, pyatspi.ROLE_CHECK_BOX, pyatspi.ROLE_RADIO_BUTTON,
         pyatspi.ROLE_COMBO_BOX, pyatspi.ROLE_ENTRY, pyatspi.ROLE_TEXT, pyatspi.ROLE_PASSWORD_TEXT,
         pyatspi.ROLE_SPIN_BUTTON, pyatspi.ROLE_SLIDER, pyatspi.ROLE_DIAL, pyatspi.ROLE_PROGRESS_BAR,
         pyatspi.ROLE_PAGE_TAB, pyatspi.ROLE_TABLE, pyatspi.ROLE_TREE_TABLE, pyatspi.ROLE_TREE, pyatspi.ROLE_LIST,
         pyatspi.ROLE_MENU, pyatspi.ROLE_MENU_ITEM, pyatspi.ROLE_CHECK_MENU_ITEM, pyatspi.ROLE_LINK,
         pyatspi.ROLE_FRAME, pyatspi.ROLE_DIALOG, pyatspi.ROLE_WINDOW}
NO_ROLE = {pyatspi.ROLE_INVALID, pyatspi.ROLE_UNKNOWN}

# The tabs of a run that makes pictures, by their names and the keys that lead there.
TABS = {"Losses and samples": "Control+1", "Data": "Control+2", "Log": "Control+3", "Processes": "Control+4",
        "Explore": "Control+5", "Evaluate": "Control+6"}
DOCKS = ["Runs", "Steer"]
WITHOUT_FIELDS = {"Processes"}  # of one process there is nothing to compare
DIVIDED = {"Losses and samples": [("Losses", "Samples")]}
MOST_STOPS = 300

failures = []


def expect(holds, complaint):
    if not holds and complaint not in failures:
        failures.append(complaint)


def passes_focus_on(node):
    """Qt's own: tabs, and the viewport of what scrolls, say that they can have the focus that another one gets."""
    return node.getRole() == pyatspi.ROLE_FILLER and not node.getState().contains(pyatspi.STATE_FOCUSED)


def is_part(node):
    """Qt's own buttons inside of a field or a tool bar, which have no focus: another way does what they do."""
    is_button = node.getRole() == pyatspi.ROLE_PUSH_BUTTON and not node.getState().contains(pyatspi.STATE_FOCUSABLE)
    return is_button and node.parent.getRole() in {pyatspi.ROLE_TEXT, pyatspi.ROLE_TOOL_BAR}


def read(root):
    """How much there is to be worked with below root; what has no name or no role is noted."""
    count = 0
    for node in shown_below(root):
        role, focusable = node.getRole(), node.getState().contains(pyatspi.STATE_FOCUSABLE)
        if role not in NAMED and not focusable:
            continue
        count += 1
        expect(role not in NO_ROLE, f"no role: {path_of(node)}")
        expect(node.name.strip() != "" or passes_focus_on(node) or is_part(node), f"no name: {path_of(node)}")
    return count


def ancestors(node):
    while node is not None:
        yield node
        node = node.parent


def place(node):
    """The same for the same thing."""
    extents = extents_of(node)
    return node.getRole(), node.name, extents.x, extents.y


def tab_stops(studio):
    """What Tab leads to, until it comes round to where it began."""
    stops, places = [], set()
    for _ in range(MOST_STOPS):
        stop = studio.focus_after("Tab")
        if stop is None:
            expect(False, f"Tab does not lead away from {path_of(stops[-1]) if stops else 'the window'}")
            break
        if place(stop) in places:
            return stops
        places.add(place(stop))
        stops.append(stop)
    expect(False, f"Tab has led to {len(stops)} places without coming round")
    return stops


def is_inside(node, panel):
    return any(above == panel for above in ancestors(node))


def main():
    program, run, settings = sys.argv[1:]
    studio = Studio([program, "--theme", "light", "--language", "en", "--size", "1600x1000", run], settings)
    try:
        look(studio)
    finally:
        studio.close()
    for failure in failures:
        print("FAILED", failure)
    return 1 if failures else 0


def look(studio):
    window = until(lambda: next(iter(studio.windows()), None), "the window does not come up")
    for tab in TABS:
        studio.wait(tab, pyatspi.ROLE_PAGE_TAB)
    docks = [studio.wait(name, pyatspi.ROLE_FRAME) for name in DOCKS]
    save = studio.wait("Save the picture")
    until(lambda: save.getState().contains(pyatspi.STATE_SENSITIVE), "no sheet of samples is shown")
    studio.activate(window)
    for tab, keys in TABS.items():
        studio.press(keys)
        node = studio.wait(tab, pyatspi.ROLE_PAGE_TAB)
        until(lambda: node.parent.name == tab, f"{keys} does not show {tab}")  # Qt says it of the list of tabs
        count, stops = read(window), tab_stops(studio)
        pages = [page for page in children(node.parent.parent) if page.getRole() == pyatspi.ROLE_LAYERED_PANE]
        expect(any(is_inside(stop, page) for stop in stops for page in pages) or tab in WITHOUT_FIELDS,
               f"Tab leads to nothing of {tab}")
        expect(node.parent in stops, f"Tab does not lead to the list of tabs from {tab}")
        for divided in DIVIDED.get(tab, ()):
            divider = f"Divider between {divided[0]} and {divided[1]}"
            expect(any(stop.getRole() == pyatspi.ROLE_SEPARATOR and stop.name == divider for stop in stops),
                   f"Tab does not lead to the divider of {tab}")
        for dock in docks:
            expect(any(is_inside(stop, dock) for stop in stops), f"Tab does not lead from {tab} to {dock.name}")
        print(f"{tab}: {count} things to work with, {len(stops)} stops of Tab")


if __name__ == "__main__":
    sys.exit(main())
