"""A scripted model on 127.0.0.1: Anthropic Messages, OpenAI Responses, OpenAI Chat and Gemini, streaming.

Nothing is kept between requests: the history that a client sends tells which turn and step is due.
"""

import json
import random
import re
import threading
import time
import zlib
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from scenario import Step

READ_TOOLS = ["Read", "read", "view", "read_file", "ReadFile"]
SHELL_TOOLS = ["Bash", "bash", "exec_command", "shell_command", "shell", "run_shell_command", "run_commands"]
PATH_KEYS = ["file_path", "absolute_path", "path", "filePath"]
COMMAND_KEYS = ["command", "cmd", "commands"]
# An agent may drop a call whose id it has seen, so ids hold the turn, too.
STEP_ID = re.compile(r"scripted\d+x(\d+)")
# What a value may be where a client insists on one.
FILLERS = {"boolean": False, "integer": 0, "number": 0, "array": [], "object": {}}


def as_text(content):
    """The text in whatever an API calls a message's content."""
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text") or "" for part in content or [] if isinstance(part, dict))


def call_of(tool, offered, workspace):
    """Name and arguments of a call by which the client can carry `tool` out."""
    reads = not tool.startswith("$ ")
    names, keys = (READ_TOOLS, PATH_KEYS) if reads else (SHELL_TOOLS, COMMAND_KEYS)
    name = next((name for name in names if name in offered), None)
    if name is None:
        return call_of(f"$ cat {tool}", offered, workspace) if reads else None
    schema = offered[name] or {}
    known = schema.get("properties", {})
    key = next((key for key in keys if key in known), keys[0])
    value = str(workspace / tool) if reads else tool[2:]
    if known.get(key, {}).get("type") == "array":
        value = [value] if key == "commands" else ["bash", "-lc", value]
    arguments = {key: value}
    for key in schema.get("required", []):
        kind = known.get(key, {}).get("type")
        choices = known.get(key, {}).get("enum")
        arguments.setdefault(key, choices[0] if choices else FILLERS.get(str(kind).lower(), "as scripted"))
    return name, arguments


def due(history):
    """How many steps were made since the last prompt: `history` has ("prompt", text) and ("call", id)."""
    step = 0
    for kind, value in history:
        found = STEP_ID.search(value or "") if kind == "call" else None
        step = int(found[1]) + 1 if found else step if kind == "call" else 0
    return step


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    # --- plumbing

    def body(self):
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            data = b""
            while size := int(self.rfile.readline().split(b";")[0] or b"0", 16):
                data += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        return json.loads(data) if data else {}

    def answer(self, value, status=200):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def stream(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def event(self, data, name=None):
        head = f"event: {name}\n" if name else ""
        text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
        self.wfile.write(f"{head}data: {text}\n\n".encode())
        self.wfile.flush()

    def pieces(self, text):
        """The text in deltas as a model sends them; the same text is always cut the same way."""
        chance = random.Random(zlib.crc32(text.encode()))
        at = 0
        while at < len(text):
            size = chance.randint(*self.server.chunk)
            time.sleep(chance.uniform(0.015, 0.045) / self.server.speed)
            yield text[at : at + size]
            at += size

    # --- routes

    def do_HEAD(self):
        self.answer({})

    def do_GET(self):
        if self.path.split("?")[0].endswith("/models"):
            self.answer({"object": "list", "data": [{"id": "scripted", "object": "model"}], "has_more": False})
        else:
            self.answer({"error": {"message": "no such path"}}, 404)

    def do_POST(self):
        body, path = self.body(), self.path.split("?")[0]
        plays = {
            "/messages": self.play_anthropic, "/responses": self.play_responses, "/chat/completions": self.play_chat,
            ":streamGenerateContent": self.play_gemini, ":generateContent": self.play_gemini,
        }  # fmt: skip
        try:
            for end, play in plays.items():
                if path.endswith(end):
                    return play(body)
            counted = path.endswith(("/count_tokens", ":countTokens"))
            self.answer({"input_tokens": 1000, "totalTokens": 1000} if counted else {})
        except (BrokenPipeError, ConnectionResetError):
            pass

    def step(self, history, offered, thinks=True):
        """Which step is due, what it says, and its calls. Whatever is no turn of the scenario gets a title."""
        index, step, calls = self.due_step(history, offered)
        if thinks is False:
            step = replace(step, reasoning="")
        self.server.sent[index] = step
        return index, step, calls

    def due_step(self, history, offered):
        prompts = [text for kind, text in history if kind == "prompt"]
        turn = self.server.scenario.turn_of(prompts[-1]) if prompts else None
        if turn is None or not (offered or self.server.without_tools):
            return "side", Step(answer='{"title": "Scripted"}'), []
        if self.server.without_tools:
            return f"{self.server.scenario.turns.index(turn)}x0", turn.without_tools(), []
        index = min(due(history), len(turn.steps) - 1)
        step = turn.steps[index]
        calls = [call_of(tool, offered, self.server.workspace) for tool in step.tools]
        number = self.server.scenario.turns.index(turn)
        return f"{number}x{index}", step, [call for call in calls if call]

    def is_prompt(self, text):
        return self.server.scenario.turn_of(text) is not None

    # --- the APIs

    def play_anthropic(self, body):
        history = []
        for message in body.get("messages", []):
            content = message["content"]
            if message["role"] == "user" and self.is_prompt(as_text(content)):
                history.append(("prompt", as_text(content)))
            if message["role"] == "assistant" and not isinstance(content, str):
                history += [("call", part["id"]) for part in content if part.get("type") == "tool_use"]
        offered = {tool.get("name"): tool.get("input_schema") for tool in body.get("tools") or []}
        thinking = body.get("thinking") or {}
        index, step, calls = self.step(history, offered, thinking.get("type") in ("enabled", "adaptive"))
        blocks = []
        if step.reasoning:
            blocks.append(("thinking", "" if thinking.get("display") == "omitted" else step.reasoning))
        blocks += [("text", text) for text in (step.say, step.answer) if text]
        blocks += [("tool_use", call) for call in calls]
        stop = "tool_use" if calls else "end_turn"
        message = {
            "id": f"msg_{index}", "type": "message", "role": "assistant", "model": body.get("model"), "content": [],
            "stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 1200, "output_tokens": 1},
        }  # fmt: skip
        if not body.get("stream"):
            content = [{"type": "text", "text": value} for kind, value in blocks if kind == "text"]
            return self.answer({**message, "content": content, "stop_reason": "end_turn"})

        def event(kind, **fields):
            self.event({"type": kind, **fields}, kind)

        self.stream()
        event("message_start", message=message)
        for at, (kind, value) in enumerate(blocks):
            start = {
                "thinking": {"type": kind, "thinking": "", "signature": ""},
                "text": {"type": kind, "text": ""},
                "tool_use": {"type": kind, "id": f"toolu_scripted{index}_{at}", "name": value[:1] and value[0], "input": {}},
            }[kind]
            event("content_block_start", index=at, content_block=start)
            text, shape = (
                (json.dumps(value[1]), ("input_json_delta", "partial_json"))
                if kind == "tool_use"
                else (value, (f"{kind}_delta", kind))
            )
            for piece in self.pieces(text):
                event("content_block_delta", index=at, delta={"type": shape[0], shape[1]: piece})
            if kind == "thinking":
                event("content_block_delta", index=at, delta={"type": "signature_delta", "signature": "c2ln"})
            event("content_block_stop", index=at)
        event("message_delta", delta={"stop_reason": stop, "stop_sequence": None}, usage={"output_tokens": 300})
        event("message_stop")

    def play_responses(self, body):
        history = []
        items = body.get("input") if isinstance(body.get("input"), list) else []
        for item in items:
            text = as_text(item.get("content"))
            if item.get("role") == "user" and self.is_prompt(text):
                history.append(("prompt", text))
            elif item.get("type") == "function_call":
                history.append(("call", item.get("call_id")))
        offered = {tool.get("name"): tool.get("parameters") for tool in body.get("tools") or [] if tool.get("name")}
        index, step, calls = self.step(history, offered)
        response = {
            "id": f"resp_{index}", "object": "response", "created_at": int(time.time()), "status": "in_progress",
            "model": body.get("model"), "output": [],
        }  # fmt: skip
        self.stream()

        def event(kind, **fields):
            self.event({"type": kind, **fields}, kind)

        event("response.created", response=response)
        output = response["output"]

        def item(value, parts):
            """One item of the output; `parts` streams it."""
            at = len(output)
            value["id"] = f"item_{index}_{at}"
            event("response.output_item.added", output_index=at, item=value)
            value = {**value, **parts({"item_id": value["id"], "output_index": at})}
            event("response.output_item.done", output_index=at, item=value)
            output.append(value)

        if step.reasoning:
            head = f"**{step.headline}**\n\n" if step.headline else ""
            item(
                {"type": "reasoning", "summary": [], "content": [], "encrypted_content": None},
                lambda where: self.response_summary(event, where, head + step.reasoning),
            )
        for text in filter(None, (step.say, step.answer)):
            item(
                {"type": "message", "role": "assistant", "status": "in_progress", "content": []},
                lambda where, text=text: self.response_text(event, where, text),
            )
        for at, call in enumerate(calls):
            item(
                {
                    "type": "function_call", "status": "in_progress", "call_id": f"call_scripted{index}_{at}",
                    "name": call[0], "arguments": "",
                },
                lambda where, call=call: self.response_call(event, where, json.dumps(call[1])),
            )  # fmt: skip
        usage = {"input_tokens": 1200, "output_tokens": 300, "total_tokens": 1500}
        event("response.completed", response={**response, "status": "completed", "usage": usage})

    def response_summary(self, event, where, text):
        where = {**where, "summary_index": 0}
        kind = "response.reasoning_summary"
        event(f"{kind}_part.added", **where, part={"type": "summary_text", "text": ""})
        for piece in self.pieces(text):
            event(f"{kind}_text.delta", **where, delta=piece)
        part = {"type": "summary_text", "text": text}
        event(f"{kind}_text.done", **where, text=text)
        event(f"{kind}_part.done", **where, part=part)
        return {"summary": [part], "encrypted_content": "c2VhbGVk"}

    def response_text(self, event, where, text):
        where = {**where, "content_index": 0}
        part = {"type": "output_text", "text": "", "annotations": []}
        event("response.content_part.added", **where, part=part)
        for piece in self.pieces(text):
            event("response.output_text.delta", **where, delta=piece)
        part = {**part, "text": text}
        event("response.output_text.done", **where, text=text)
        event("response.content_part.done", **where, part=part)
        return {"status": "completed", "content": [part]}

    def response_call(self, event, where, arguments):
        for piece in self.pieces(arguments):
            event("response.function_call_arguments.delta", **where, delta=piece)
        event("response.function_call_arguments.done", **where, arguments=arguments)
        return {"status": "completed", "arguments": arguments}

    def play_chat(self, body):
        history = []
        for message in body.get("messages", []):
            text = as_text(message.get("content"))
            if message["role"] == "user" and self.is_prompt(text):
                history.append(("prompt", text))
            if message["role"] == "assistant":
                history += [("call", call["id"]) for call in message.get("tool_calls") or []]
        functions = [tool.get("function", {}) for tool in body.get("tools") or []]
        index, step, calls = self.step(history, {f.get("name"): f.get("parameters") for f in functions})
        base = {"id": f"chatcmpl-{index}", "created": int(time.time()), "model": body.get("model")}
        usage = {"prompt_tokens": 1200, "completion_tokens": 300, "total_tokens": 1500}
        if not body.get("stream"):
            message = {"role": "assistant", "content": step.answer}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            return self.answer({**base, "object": "chat.completion", "choices": [choice], "usage": usage})

        def delta(value, finish=None):
            choice = {"index": 0, "delta": value, "finish_reason": finish}
            self.event({**base, "object": "chat.completion.chunk", "choices": [choice]})

        self.stream()
        delta({"role": "assistant", "content": ""})
        for field, text in (("reasoning_content", step.reasoning), ("content", step.say), ("content", step.answer)):
            for piece in self.pieces(text):
                delta({field: piece})
        for at, (name, arguments) in enumerate(calls):
            call = {"index": at, "id": f"call_scripted{index}_{at}", "type": "function"}
            delta({"tool_calls": [{**call, "function": {"name": name, "arguments": ""}}]})
            for piece in self.pieces(json.dumps(arguments)):
                delta({"tool_calls": [{"index": at, "function": {"arguments": piece}}]})
        delta({}, "tool_calls" if calls else "stop")
        self.event({**base, "object": "chat.completion.chunk", "choices": [], "usage": usage})
        self.event("[DONE]")

    def play_gemini(self, body):
        # Its calls have no ids that come back: contents with calls are counted.
        history = []
        for content in body.get("contents", []):
            parts = content.get("parts", [])
            if content.get("role") == "user" and self.is_prompt(as_text(parts)):
                history.append(("prompt", as_text(parts)))
            if any("functionCall" in part for part in parts):
                steps = sum(1 for kind, _ in history[last_prompt(history) :] if kind == "call")
                history.append(("call", f"scripted0x{steps}"))
        offered = {
            tool["name"]: tool.get("parametersJsonSchema") or tool.get("parameters")
            for group in body.get("tools") or []
            for tool in group.get("functionDeclarations", [])
        }
        _, step, calls = self.step(history, offered)

        def chunk(parts, finish=None):
            candidate = {"index": 0, "content": {"role": "model", "parts": parts}}
            if finish:
                candidate["finishReason"] = finish
            usage = {"promptTokenCount": 1200, "candidatesTokenCount": 200, "totalTokenCount": 1500}
            return {"candidates": [candidate], "modelVersion": "scripted", "usageMetadata": usage}

        if "streamGenerateContent" not in self.path:
            return self.answer(chunk([{"text": step.answer}], "STOP"))
        self.stream()
        if step.reasoning:
            for _ in self.pieces(step.reasoning):
                pass
            head = f"**{step.headline}**\n" if step.headline else ""
            self.event(chunk([{"text": f"{head}{step.reasoning}\n\n\n", "thought": True}]))
        for text in filter(None, (step.say, step.answer)):
            for piece in self.pieces(text):
                self.event(chunk([{"text": piece}]))
        for name, arguments in calls:
            self.event(chunk([{"functionCall": {"name": name, "args": arguments}, "thoughtSignature": "c2ln"}]))
        self.event(chunk([{"text": ""}], "STOP"))


def last_prompt(history):
    return max((at for at, (kind, _) in enumerate(history) if kind == "prompt"), default=0)


class Model(ThreadingHTTPServer):
    """The server, on a port of its own choice, until `close`."""

    daemon_threads = True

    def __init__(self, scenario, workspace, speed=1.0, chunk=(5, 18), without_tools=False):
        super().__init__(("127.0.0.1", 0), Handler)
        self.scenario, self.workspace, self.speed, self.chunk = scenario, workspace, speed, chunk
        self.without_tools = without_tools
        # What was said, by step.
        self.sent = {}
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def close(self):
        self.shutdown()
        self.server_close()
