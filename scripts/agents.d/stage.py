"""A terminal for an agent: tmux, detached, on a socket of its own."""

import os
import re
import shlex
import subprocess
import time

THEMES = {"dark": ("#d0d0d0", "#16181d"), "light": ("#24272e", "#ffffff")}


class Stage:
    """One command in one tmux pane. All that it writes is kept, with the sizes the pane had."""

    def __init__(self, folder, cols, rows, theme, command, environment, cwd):
        self.log = folder / "shaded.raw"
        self.log.write_bytes(b"")
        self.size = (cols, rows)
        # What happened at which byte: ("r", "80x24") and ("m", "name").
        self.happened = []
        self.calm = []
        # From where to where a resize was under way.
        self.unsettled = []
        foreground, background = THEMES[theme]
        config = folder / "tmux.conf"
        config.write_text(
            "set -g status off\nset -g history-limit 20000\nset -g escape-time 0\nset -g remain-on-exit on\n"
            'set -g default-terminal tmux-256color\nset -as terminal-features ",*:RGB"\n'
            f'set -g window-style "fg={foreground},bg={background}"\n'
        )
        self.base = ["tmux", "-u", "-S", str(folder / "tmux.sock"), "-f", str(config)]
        self.tmux("new-session", "-d", "-s", "agent", "-x", str(cols), "-y", str(rows), "-c", str(cwd), "cat")
        self.tmux("pipe-pane", "-t", "agent", f"cat > {shlex.quote(str(self.log))}")
        clean = ["env", "-i", *(f"{key}={value}" for key, value in environment.items())]
        # tmux sets TERM for the pane; nothing else of ours gets through.
        line = " ".join([shlex.join(clean), 'TERM="$TERM"', shlex.join(command)])
        self.tmux("respawn-pane", "-k", "-t", "agent", "-c", str(cwd), line)

    def tmux(self, *arguments):
        environment = {k: v for k, v in os.environ.items() if k not in ("TMUX", "TMUX_PANE")}
        done = subprocess.run(self.base + list(arguments), env=environment, capture_output=True)
        return done.stdout.decode("utf-8", "replace")

    def text(self):
        return self.tmux("capture-pane", "-p", "-t", "agent")

    def keys(self, *names):
        self.tmux("send-keys", "-t", "agent", *names)

    def type(self, text):
        self.tmux("send-keys", "-t", "agent", "-l", text)

    def written(self):
        return self.log.stat().st_size

    def mark(self, name):
        self.happened.append((self.written(), "m", name))

    def look(self):
        """Notes a moment at which nothing is being written and no synchronised update (mode 2026) is open."""
        size = self.written()
        time.sleep(0.015)
        if size != self.written() or self.calm and self.calm[-1] == size:
            return
        with open(self.log, "rb") as log:
            log.seek(max(0, size - 65536))
            tail = log.read(65536)
        if tail.rfind(b"\x1b[?2026l") >= tail.rfind(b"\x1b[?2026h"):
            self.calm.append(size)

    def moments(self, most):
        """What was written, and what happened at which byte, with `most` of the calm moments."""
        # Right after a resize an agent may still draw for the old size.
        unsettled = lambda at: any(start <= at <= end for start, end in self.unsettled)
        calm = [(at, "m", "moment") for at in self.calm if not unsettled(at)]
        chosen = calm[:: max(1, len(calm) // most)]
        return self.log.read_bytes(), sorted([*self.happened, *chosen], key=lambda event: event[0])

    def resize(self, cols, rows):
        self.happened.append((self.written(), "r", f"{cols}x{rows}"))
        self.size = (cols, rows)
        start = self.written()
        self.tmux("resize-window", "-t", "agent", "-x", str(cols), "-y", str(rows))
        self.quiet(0.4, 3)
        self.unsettled.append((start, self.written()))

    def watch(self, done, seconds):
        """Waits until `done()`. False if it takes too long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.look()
            if done():
                return True
        return False

    def shows(self, pattern, seconds):
        return self.watch(lambda: re.search(pattern, self.text()), seconds)

    def quiet(self, seconds, at_most=10.0):
        """Waits until nothing was written for so long."""
        end, size, still = time.monotonic() + at_most, -1, time.monotonic()
        while time.monotonic() < end and time.monotonic() - still < seconds:
            if self.written() != size:
                size, still = self.written(), time.monotonic()
            self.look()

    def ended(self):
        return self.tmux("display-message", "-p", "-t", "agent", "#{pane_dead}").strip() != "0"

    def close(self):
        self.tmux("kill-server")
