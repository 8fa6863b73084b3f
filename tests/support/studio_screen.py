"""gan-studio as a screen reader has it: its tree over AT-SPI, the focus, keys.

For Debian's python3, whose pyatspi it needs, inside of `xvfb-run dbus-run-session`. The server must not begin anew when
a client leaves it (-noreset)."""
import os
import subprocess
import time

import pyatspi
from gi.repository import Atspi, GLib

# Of Xvfb's keyboard.
MODIFIERS = {"Control": 37, "Shift": 50, "Alt": 64}
KEYS = {"Tab": 0xFF09}


class Studio:
    """A window of the program, ended by close()."""

    def __init__(self, command, settings, environment=None):
        self.process = subprocess.Popen(command, env={
            **os.environ, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "QT_QPA_PLATFORM": "xcb",
            "GAN_STUDIO_SETTINGS": str(settings), **(environment or {})})
        self.application = until(self._find, "the program does not appear in the tree", 60)
        self.focused = None
        pyatspi.Registry.registerEventListener(self._on_focus, "object:state-changed:focused")

    def _find(self):
        if self.process.poll() is not None:
            raise SystemExit(f"gan-studio ended with {self.process.returncode}")
        for application in children(pyatspi.Registry.getDesktop(0)):
            if application.get_process_id() == self.process.pid and application.childCount > 0:
                return application
        return None

    def _on_focus(self, event):
        if event.detail1 and event.host_application == self.application:
            self.focused = event.source

    def close(self):
        self.process.terminate()
        self.process.wait(30)

    def windows(self):
        return [window for window in children(self.application) if is_shown(window)]

    def window(self, name):
        """The window whose title has this in it, when it has come up."""
        return until(lambda: next((w for w in self.windows() if name in w.name), None), f"no window {name!r} comes up")

    def find(self, name, role=None, inside=None):
        """The first that is shown of this name, or None."""
        roots = [inside] if inside is not None else self.windows()
        for root in roots:
            for node in shown_below(root):
                if node.name == name and (role is None or node.getRole() == role):
                    return node
        return None

    def wait(self, name, role=None, inside=None):
        return until(lambda: self.find(name, role, inside), f"there is no {name!r} in the window")

    def activate(self, window):
        """There is no window manager that gives it the keyboard: a click on its edge does."""
        extents = extents_of(window)
        Atspi.generate_mouse_event(extents.x + 2, extents.y + extents.height - 2, "b1c")
        until(lambda: window.getState().contains(pyatspi.STATE_ACTIVE), f"{window.name!r} does not get the keyboard")

    def press(self, keys):
        """As "Control+5" or "Tab". What has the focus then, if it changes soon, stands in `focused`."""
        *held, key = keys.split("+")
        for name in held:
            Atspi.generate_keyboard_event(MODIFIERS[name], None, Atspi.KeySynthType.PRESS)
        Atspi.generate_keyboard_event(KEYS.get(key, ord(key[0])), None, Atspi.KeySynthType.SYM)
        for name in reversed(held):
            Atspi.generate_keyboard_event(MODIFIERS[name], None, Atspi.KeySynthType.RELEASE)

    def focus_after(self, keys, seconds=3):
        """What has the focus after these keys; None where it does not move."""
        pump()
        self.focused = None
        self.press(keys)
        end = time.monotonic() + seconds
        while self.focused is None and time.monotonic() < end:
            pump()
            time.sleep(0.01)
        return self.focused


def pump():
    """Takes in what the program tells."""
    context = GLib.MainContext.default()
    while context.iteration(False):
        pass


def until(condition, complaint, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pump()
        try:
            found = condition()
        except GLib.Error:  # it was gone before it was asked
            found = None
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(complaint)


def children(node):
    for index in range(node.childCount):
        child = node.getChildAtIndex(index)
        if child is not None:
            yield child


def is_shown(node):
    state = node.getState()
    return state.contains(pyatspi.STATE_SHOWING) and state.contains(pyatspi.STATE_VISIBLE)


# Their cells are read one at a time, where somebody goes.
CONTAINERS = {pyatspi.ROLE_TABLE, pyatspi.ROLE_TREE_TABLE, pyatspi.ROLE_TREE, pyatspi.ROLE_LIST}


def shown_below(node):
    """The node and all below it that are shown, parents first."""
    yield node
    if node.getRole() in CONTAINERS:
        return
    for child in children(node):
        if is_shown(child):
            yield from shown_below(child)


def extents_of(node):
    return node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)


def path_of(node):
    """Roles and names from the window down, for people."""
    parts = []
    while node is not None and node.getRole() != pyatspi.ROLE_APPLICATION:
        parts.append(f"{node.getRoleName()} {node.name!r}")
        node = node.parent
    return " > ".join(reversed(parts))
