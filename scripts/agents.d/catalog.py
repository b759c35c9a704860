"""The agents: how each is installed, told to talk to the scripted model, started and left."""

import json
from dataclasses import dataclass, field


@dataclass
class Agent:
    name: str
    package: str
    # What is typed behind `shade-pty --`.
    command: list
    # The screen shows this once it takes a prompt.
    ready: str
    # (home, workspace, url) -> files for the home folder, by path.
    files: object
    # (url) -> environment.
    environment: object = lambda url: {}
    registry: str = "npm"
    # Offers the model no tools.
    without_tools: bool = False
    # Keys before the first prompt.
    prepare: list = field(default_factory=list)
    # Thoughts are not among its rows, so tool calls belong to none.
    hides_thoughts: bool = False
    # Keys that end it.
    leave: list = field(default_factory=lambda: ["C-c", "C-c", "C-d"])
    # What interrupts a turn.
    interrupt: str = "Escape"
    # Text that is on the screen while a turn runs, beyond the quiet that ends one.
    busy: str = r"(?i)esc to (?:interrupt|cancel)|esc (?:esc )?interrupt|\(\d+s • | Working\.\.\.|^• .*…\)?$"


KEY = "sk-scripted"


def claude_files(home, workspace, url):
    return {
        ".claude.json": json.dumps(
            {
                "hasCompletedOnboarding": True,
                "customApiKeyResponses": {"approved": [KEY]},
                "projects": {str(workspace): {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}},
            }
        ),
        ".claude/settings.json": json.dumps(
            {
                "permissions": {"allow": ["Bash", "Read"]},
                "alwaysThinkingEnabled": True,
                "showThinkingSummaries": True,
            }
        ),
    }


def claude_environment(url):
    return {
        "ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": KEY, "DISABLE_TELEMETRY": "1", "DISABLE_AUTOUPDATER": "1",
        "DISABLE_ERROR_REPORTING": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "IS_SANDBOX": "1",
    }  # fmt: skip


def codex_files(home, workspace, url):
    return {
        ".codex/config.toml": f"""
model = "scripted"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
model_reasoning_summary = "detailed"
check_for_update_on_startup = false
[model_providers.scripted]
name = "Scripted"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
[analytics]
enabled = false
[projects."{workspace}"]
trust_level = "trusted"
"""
    }


def gemini_files(home, workspace, url):
    settings = {
        "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}},
        "privacy": {"usageStatisticsEnabled": False},
        "telemetry": {"enabled": False},
        "general": {"enableAutoUpdate": False},
        "ui": {"inlineThinkingMode": "full"},
    }
    return {".gemini/settings.json": json.dumps(settings)}


def qwen_files(home, workspace, url):
    settings = {
        "security": {"auth": {"selectedType": "openai"}, "folderTrust": {"enabled": False}},
        "privacy": {"usageStatisticsEnabled": False},
        "telemetry": {"enabled": False},
        "general": {"enableAutoUpdate": False},
    }
    return {".qwen/settings.json": json.dumps(settings)}


def opencode_files(home, workspace, url):
    model = {"name": "Scripted", "reasoning": True, "tool_call": True}
    config = {
        "model": "scripted/scripted", "small_model": "scripted/scripted", "autoupdate": False, "share": "disabled",
        "permission": {"*": "allow"},
        "provider": {
            "scripted": {
                "npm": "@ai-sdk/openai-compatible",
                "options": {"baseURL": f"{url}/v1", "apiKey": KEY},
                "models": {"scripted": model},
            }
        },
    }  # fmt: skip
    return {
        ".config/opencode/opencode.json": json.dumps(config),
        ".local/state/opencode/kv.json": json.dumps({"thinking_mode": "show"}),
    }


def pi_files(home, workspace, url):
    model = {
        "id": "scripted", "name": "scripted", "reasoning": True, "input": ["text"], "contextWindow": 200000,
        "maxTokens": 8000, "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0},
    }  # fmt: skip
    provider = {"baseUrl": url, "api": "anthropic-messages", "apiKey": KEY, "models": [model]}
    settings = {"defaultProvider": "scripted", "defaultModel": "scripted", "defaultThinkingLevel": "high"}
    return {
        ".pi/agent/models.json": json.dumps({"providers": {"scripted": provider}}),
        ".pi/agent/settings.json": json.dumps(settings),
    }


AGENTS = [
    Agent(
        "claude", "@anthropic-ai/claude-code", ["claude", "--verbose"], r"❯", claude_files, claude_environment,
    ),
    Agent(
        "codex", "@openai/codex", ["codex", "--no-daemon"], r"›", codex_files,
        lambda url: {"SCRIPTED_KEY": KEY}, prepare=["C-t"],
    ),
    Agent(
        "codex-short", "@openai/codex", ["codex", "--no-daemon"], r"›", codex_files,
        lambda url: {"SCRIPTED_KEY": KEY}, hides_thoughts=True,
    ),
    Agent(
        "gemini", "@google/gemini-cli", ["gemini", "-m", "gemini-2.5-pro", "--yolo"], r"Type your message", gemini_files,
        lambda url: {"GEMINI_API_KEY": KEY, "GOOGLE_GEMINI_BASE_URL": url, "GEMINI_CLI_NO_RELAUNCH": "1"},
    ),
    Agent(
        "qwen", "@qwen-code/qwen-code", ["qwen", "--auth-type", "openai", "-m", "scripted", "--yolo"],
        r"Type your message", qwen_files, lambda url: {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": f"{url}/v1"},
    ),
    Agent(
        "copilot", "@github/copilot", ["copilot"], r"/ commands|Interactive ·", lambda *_: {},
        lambda url: {
            "COPILOT_OFFLINE": "true", "COPILOT_PROVIDER_BASE_URL": url, "COPILOT_PROVIDER_TYPE": "anthropic",
            "COPILOT_PROVIDER_API_KEY": KEY, "COPILOT_MODEL": "claude-sonnet-4.5", "COPILOT_AUTO_UPDATE": "false",
            "COPILOT_ALLOW_ALL": "true",
        },
    ),
    Agent(
        "aider", "aider-chat",
        [
            "aider", "--no-analytics", "--analytics-disable", "--no-check-update", "--no-show-model-warnings",
            "--no-gitignore", "--yes-always", "--model", "openai/scripted",
        ],
        r"(?m)^> *$",
        # A price list that is there is not fetched.
        lambda *_: {".aider/caches/model_prices_and_context_window.json": '{"scripted": {}}'},
        lambda url: {
            "OPENAI_API_BASE": f"{url}/v1", "OPENAI_API_KEY": KEY, "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        },
        registry="pypi", without_tools=True, interrupt="C-c", busy="░|█",
    ),
    Agent(
        "opencode", "opencode-ai", ["opencode", "--auto"], r"Ask anything|ctrl\+p", opencode_files,
        lambda url: {
            f"OPENCODE_DISABLE_{what}": "1" for what in ("AUTOUPDATE", "MODELS_FETCH", "LSP_DOWNLOAD", "DEFAULT_PLUGINS")
        },
    ),
    Agent("pi", "@mariozechner/pi-coding-agent", ["pi"], r"scripted", pi_files, lambda url: {"PI_OFFLINE": "1"}),
]  # fmt: skip
