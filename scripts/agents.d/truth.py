"""Which rows are to be shaded, by what the model said; and what is wrong with the rows that a terminal shows."""

import re
from difflib import SequenceMatcher

from scenario import squeeze

SHADED, PLAIN = "shaded", "plain"
# A row that has fewer letters in common with what was said tells nothing.
LEAST = 7


class Truth:
    """Every text that was said, squeezed, as (kind, wanted, text)."""

    def __init__(self, scenario, sent, workspace, hides_thoughts=False):
        self.texts, self.known = [], {}
        for number, turn in enumerate(scenario.turns):
            self.add("user", PLAIN, turn.prompt)
            shaded = False
            steps = {index: step for index, step in sent.items() if index.startswith(f"{number}x")}
            for step in (steps[index] for index in sorted(steps)):
                if step.reasoning:
                    self.add("reasoning", SHADED, f"{step.headline}\n{step.reasoning}")
                    shaded = not hides_thoughts
                # Text ends a region: calls behind it belong to no thought.
                if step.say:
                    self.add("message", PLAIN, step.say)
                    shaded = False
                for tool in step.tools:
                    self.add("tool", SHADED if shaded else PLAIN, scenario.tool_text(tool, workspace))
                if step.answer:
                    self.add("message", PLAIN, step.answer)

    def add(self, kind, wanted, text):
        text = re.sub(r"\x1b\[[0-9;:]*m", "", text)
        text = re.sub(r"\]\(\S*?\)", "]", text)
        self.texts.append((kind, wanted, squeeze(text)))

    def of(self, row):
        """("reasoning", "shaded") and the like, or None where the row's text does not tell."""
        row = squeeze(row)
        if row not in self.known:
            self.known[row] = self.find(row) if len(row) >= LEAST else None
        return self.known[row]

    def find(self, row):
        inside = {(kind, wanted) for kind, wanted, text in self.texts if row in text}
        if len({wanted for _, wanted in inside}) == 1:
            return sorted(inside)[0]
        if inside:
            return None
        best = []
        for kind, wanted, text in self.texts:
            match = SequenceMatcher(None, row, text, autojunk=False).find_longest_match()
            best.append((match.size, kind, wanted))
        best.sort(reverse=True)
        size, kind, wanted = best[0]
        rivals = {other for length, _, other in best if length == size}
        return (kind, wanted) if size >= LEAST + 3 and size * 2 > len(row) and len(rivals) == 1 else None


def seen(row):
    """What a row looks like: shaded, plain, torn (some of both), or own (backgrounds of the agent's own)."""
    if row["shaded"] and row["default"]:
        return "torn"
    if row["shaded"]:
        return SHADED
    return PLAIN if row["default"] else "own"


def judge(rows, truth, busy):
    """Complaints about one screen, and how many rows were judged by kind."""
    complaints, counts = [], {}
    # A progress row shows what is thought, and is none.
    known = [None if re.search(busy, row["text"]) else truth.of(row["text"]) for row in rows]
    for at, row in enumerate(rows):
        looks, want = seen(row), known[at]
        if looks == "torn":
            complaints.append((at, "torn", row["text"]))
        if want:
            kind, wanted = want
            counts[kind] = counts.get(kind, 0) + 1
            if looks in (SHADED, PLAIN) and looks != wanted:
                complaints.append((at, f"{kind} is {looks}", row["text"]))
        elif not row["text"].strip() and looks in (SHADED, PLAIN):
            # A blank row within one region, or within one message.
            around = {(known[near][1] if known[near] else None) for near in (at - 1, at + 1) if 0 <= near < len(rows)}
            around |= {None} if at in (0, len(rows) - 1) else set()
            if len(around) == 1 and around <= {SHADED, PLAIN} and {looks} != around:
                complaints.append((at, f"blank row is {looks}", ""))
    return complaints, counts
