"""What the scripted model says, and what becomes of it: `scenarios/*.toml`.

A scenario has files for a workspace and turns. A turn has the user's prompt and steps; a step has some of

    headline    the title of a thought, where the API has one
    reasoning   the thought
    say         what the model says before it calls tools
    tools       commands ("$ sh check.sh") or files to read ("notes.md"), called at once
    answer      the last word of a turn
"""

import pathlib
import re
import subprocess
import tomllib
from dataclasses import dataclass, field

FOLDER = pathlib.Path(__file__).parent / "scenarios"


@dataclass
class Step:
    headline: str = ""
    reasoning: str = ""
    say: str = ""
    tools: list = field(default_factory=list)
    answer: str = ""


@dataclass
class Turn:
    prompt: str
    steps: list

    def without_tools(self):
        """The turn as one step, for a client that offers no tools."""
        thoughts = [step.reasoning for step in self.steps if step.reasoning]
        return Step(reasoning="\n\n".join(thoughts), answer=self.steps[-1].answer)

    def last_words(self):
        """A pattern for the end of the answer, however it is broken into rows."""
        words = re.findall(r"\w+", self.steps[-1].answer)[-2:]
        return r"\W+".join(map(re.escape, words))


class Scenario:
    def __init__(self, name):
        path = FOLDER / f"{name}.toml"
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        self.name = name
        self.files = data["files"]
        self.turns = [
            Turn(turn["prompt"], [Step(**{k: strip(v) for k, v in step.items()}) for step in turn["step"]])
            for turn in data["turn"]
        ]

    @staticmethod
    def names():
        return sorted(path.stem for path in FOLDER.glob("*.toml"))

    def turn_of(self, text):
        """The turn that a user's message asks for."""
        # Letters alone: a "?" may be a key of the agent's own.
        said = squeeze(text)
        return next((turn for turn in self.turns if squeeze(turn.prompt) in said), None)

    def make_workspace(self, root):
        for name, text in self.files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def tool_text(self, tool, workspace):
        """What a tool's rows may show: the call, and what it gives back."""
        if not tool.startswith("$ "):
            return f"{tool}\n{self.files.get(tool, '')}"
        command = tool[2:]
        done = subprocess.run(
            ["bash", "-c", command], cwd=workspace, capture_output=True, text=True, errors="replace", timeout=60
        )
        return f"{command}\n{done.stdout}\n{done.stderr}"


def squeeze(text):
    """Letters and digits alone: what is left of a text whatever an agent makes of its Markdown and its rows."""
    return "".join(char for char in text if char.isalnum()).lower()


def strip(value):
    return value.strip("\n") if isinstance(value, str) else value
