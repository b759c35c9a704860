//! The JSON Schema of a configuration file, for editors.

use serde_json::{Map, Value, json};

use super::file::PROFILES;
use super::keys::{Form, Key, LEVELS};

/// A number from 0 to 4294967295.
const NUMBER: &str = "[0-9]{1,9}|[1-3][0-9]{9}|4[01][0-9]{8}|42[0-8][0-9]{7}|429[0-3][0-9]{6}|4294[0-8][0-9]{5}|\
                      42949[0-5][0-9]{4}|429496[0-6][0-9]{3}|4294967[01][0-9]{2}|42949672[0-8][0-9]|429496729[0-5]";

/// A number from 0 to 255 in at most three digits.
const BYTE: &str = "([01]?[0-9]{1,2}|2[0-4][0-9]|25[0-5])";

/// The schema, as a JSON text that ends with a line end.
pub fn schema() -> String {
    let mut root = object(false);
    root["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    root["title"] = json!("shade-pty configuration");
    root["description"] = json!("$XDG_CONFIG_HOME/shade-pty/config.toml; see shade-pty(5)");
    root["properties"][PROFILES] = json!({
        "description": "Settings that hold for one profile only, by its name.",
        "type": "object",
        "additionalProperties": object(true),
    });
    format!("{root:#}\n")
}

/// The object of all settings, or of those that may be given for one profile.
fn object(per_profile: bool) -> Value {
    let mut root = table();
    let keys = Key::ALL
        .into_iter()
        .filter(|k| !per_profile || k.definition().per_profile);
    for key in keys {
        let mut at = &mut root;
        let mut parts = key.name().split('.').peekable();
        while let Some(part) = parts.next() {
            let slot = &mut at["properties"][part];
            if parts.peek().is_none() {
                *slot = property(key);
            } else if slot.is_null() {
                *slot = table();
            }
            at = slot;
        }
    }
    root
}

fn table() -> Value {
    json!({ "type": "object", "additionalProperties": false, "properties": {} })
}

fn property(key: Key) -> Value {
    let definition = key.definition();
    let mut property = values(definition.form);
    property.insert("description".into(), json!(definition.about));
    if let Some(default) = definition.default {
        property.insert("default".into(), typed(definition.form, default));
    }
    let examples = definition.examples.iter();
    let examples: Vec<Value> = examples
        .filter_map(|e| serde_json::from_str(e).ok())
        .collect();
    property.insert("examples".into(), Value::Array(examples));
    property.into_iter().collect::<Map<String, Value>>().into()
}

/// A value as it would stand in a file: a number or a truth where the setting takes one.
fn typed(form: Form, text: &str) -> Value {
    match form {
        Form::Background => text
            .parse::<u8>()
            .map_or_else(|_| json!(text), |n| json!(n)),
        Form::Bool => json!(text == "true"),
        Form::Gutter if matches!(text, "true" | "false") => json!(text == "true"),
        Form::Names => json!(
            text.split(',')
                .filter(|n| !n.is_empty())
                .collect::<Vec<_>>()
        ),
        _ => json!(text),
    }
}

/// The forms of a colour, as alternatives of a pattern.
fn colours() -> String {
    let names: Vec<String> = super::background::all_names().collect();
    let names = names.join("|");
    let plain = format!("{names}|{BYTE}|#[0-9a-fA-F]{{6}}");
    let semicolons = format!("48;5;{BYTE}|48;2(;{BYTE}){{3}}");
    let colons = format!("48:5:{BYTE}|48:2(:{BYTE}?)?(:{BYTE}){{3}}");
    format!("{plain}|{semicolons}|{colons}")
}

/// What a value may be.
fn values(form: Form) -> Map<String, Value> {
    let values = match form {
        Form::Background => json!({ "oneOf": [
            { "type": "integer", "minimum": 0, "maximum": 255 },
            { "type": "string", "pattern": format!("^(none|auto|{})$", colours()) },
        ]}),
        Form::Gutter => json!({ "oneOf": [
            { "type": "boolean" },
            { "type": "integer", "minimum": 0, "maximum": 255 },
            { "type": "string", "pattern": format!("^(true|false|{})$", colours()) },
        ]}),
        Form::Bool => json!({ "type": "boolean" }),
        Form::Switch => json!({ "enum": ["on", "off", true, false] }),
        Form::Fill => {
            let columns = "0*([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])";
            json!({ "type": "string", "pattern": format!("^(auto|terminal|content|columns={columns})$") })
        }
        Form::Display => json!({ "oneOf": [
            { "type": "integer", "minimum": 0, "maximum": u32::MAX },
            { "enum": ["full", "hidden", "summary", "static", "progress", "timer"] },
            { "type": "string", "pattern": format!("^0*({NUMBER})$") },
        ]}),
        Form::Thinking => json!({ "enum": ["detailed", "compact"] }),
        Form::Profile | Form::Path => json!({ "type": "string", "minLength": 1 }),
        Form::Names => {
            json!({ "type": "array", "items": { "type": "string", "pattern": "^[^,]*[^,\\s][^,]*$" } })
        }
        Form::Filter => {
            let part = format!("([A-Za-z0-9_:]+=)?({})", LEVELS.join("|"));
            json!({ "type": "string", "pattern": format!("^{part}(,{part})*$") })
        }
    };
    match values {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
