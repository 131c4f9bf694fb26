//! Documents of schemas: JSON Schema, `OpenAPI`, Avro, and nested JSON.

use gush_testkit::Scratch;
use serde_json::Value;

use super::gush;

/// The objects that a schema file learned from this source makes.
#[track_caller]
fn objects(scratch: &Scratch, source: &str) -> Vec<Value> {
    gush(scratch, &format!("learn {source} -o s.toml --rows 200 --force")).run().ok();
    let rows = gush(scratch, "rows --schema s.toml --seed 7 -f ndjson").run().ok();
    rows.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

const SCHEMA: &str = r##"{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
  "required": ["id", "tree"], "additionalProperties": false,
  "properties": {
    "id": {"type": "string", "format": "uuid"},
    "state": {"enum": ["new", 2, null, {"x": []}]},
    "code": {"type": "string", "pattern": "^(?!x)[A-Z]{3}$|^[0-9]{2}$"},
    "note": {"type": ["string", "null"], "minLength": 40, "maxLength": 45},
    "step": {"type": "integer", "multipleOf": 7, "minimum": 10, "maximum": 60},
    "price": {"type": "number", "exclusiveMinimum": 0, "maximum": 0.5, "multipleOf": 0.01},
    "set": {"type": "array", "items": {"enum": ["a", "b", "c"]}, "uniqueItems": true, "minItems": 2, "maxItems": 2},
    "tree": {"$ref": "#/$defs/tree"},
    "never": {"not": {}},
    "one": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
            "oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
    "map": {"type": "object", "additionalProperties": {"type": "boolean"}, "minProperties": 1}},
  "$defs": {"tree": {"type": "object", "properties": {
    "children": {"type": "array", "items": {"$ref": "#/$defs/tree"}}, "n": {"type": "integer", "minimum": 3, "maximum": 4}}}}}"##;

#[test]
fn objects_fit_their_schema() {
    let scratch = Scratch::new();
    scratch.write("order.schema.json", SCHEMA);
    let objects = objects(&scratch, "order.schema.json");
    assert_eq!(objects.len(), 200);
    let states = ["\"new\"", "2", "null", "{\"x\":[]}"];
    for object in &objects {
        assert_eq!(object["id"].as_str().map(str::len), Some(36), "{object}");
        assert!(states.contains(&object["state"].to_string().as_str()), "{object}");
        let code = object["code"].as_str().expect("a text");
        let is_code = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
        assert!(is_code || (code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_digit())), "{object}");
        assert!(object["note"].as_str().is_none_or(|note| (40..=45).contains(&note.chars().count())));
        let step = object["step"].as_i64().expect("a number");
        assert!((10..=60).contains(&step) && step % 7 == 0, "{object}");
        let price = object["price"].as_f64().expect("a number");
        assert!(price > 0.0 && price <= 0.5, "{object}");
        let set = object["set"].as_array().expect("a list");
        assert!(set.len() == 2 && set[0] != set[1], "{object}");
        assert!(matches!(object["tree"]["n"].as_i64(), Some(3 | 4)), "{object}");
        assert!(object.get("never").is_none(), "{object}");
        let one = object["one"].as_object().expect("an object");
        assert!(one.contains_key("a") && !one.contains_key("b"), "{object}");
        let map = object["map"].as_object().expect("an object");
        assert!(!map.is_empty() && map.values().all(Value::is_boolean), "{object}");
    }
    assert!(objects.iter().any(|object| object["note"].is_null() && !object["code"].is_null()));
}

#[test]
fn schemas_of_an_api_are_tables() {
    let scratch = Scratch::new();
    let api = "openapi: 3.0.1\ncomponents:\n  schemas:\n    Pet:\n      type: object\n      required: [id]\n      properties:\n        id: {type: integer}\n        owner: {$ref: '#/components/schemas/Owner'}\n    Owner:\n      type: object\n      properties:\n        email: {type: string, format: email, nullable: true}\n    Status:\n      type: string\n";
    scratch.write("api.yaml", api);
    let text = gush(&scratch, "learn api.yaml").run().ok().text().to_owned();
    for expected in [
        "[table.Pet]",
        "[table.Owner]",
        "columns.id = \"seq\"",
        "columns.owner.struct.email = \"email@null=0.1\"",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert!(!text.contains("Status"), "{text}");
}

#[test]
fn avro_gives_its_types_back() {
    let scratch = Scratch::new();
    let columns =
        "rows -l 20 --seed 7 -o people.avro id=seq score=decimal:0,9,2@null=0.5 born=date tags=noun@list=0,3";
    gush(&scratch, columns).run().ok();
    let text = gush(&scratch, "learn people.avro").run().ok().text().to_owned();
    for expected in [
        "[table.people]",
        "columns.score = \"decimal:",
        "@null=0.",
        "columns.born = \"date:",
        "list = [0, 3]",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    gush(&scratch, "learn people.avro -o s.toml").run().ok();
    gush(&scratch, "rows --schema s.toml -f ndjson").run().ok();
}

#[test]
fn nested_json_is_learned_as_structs_and_lists() {
    let scratch = Scratch::new();
    scratch.write("n.ndjson", "{\"a\":{\"x\":1,\"y\":[\"p\",\"q\"]},\"l\":[{\"k\":1},{\"k\":2}]}\n{\"a\":{\"x\":4},\"l\":[{\"k\":5},{\"k\":6}]}\n");
    for object in objects(&scratch, "n.ndjson") {
        assert!(object["a"]["x"].is_i64(), "{object}");
        assert_eq!(object["l"].as_array().map(Vec::len), Some(2), "{object}");
        assert!(object["l"][1]["k"].is_i64(), "{object}");
    }
    scratch.write("list.json", "[{\"a\": 1},\n {\"a\": 2}]");
    let text = gush(&scratch, "learn list.json").run().ok().text().to_owned();
    assert!(text.contains("[table.list]") && text.contains("rows = 2"), "{text}");
}

#[test]
fn what_is_wrong_in_a_document_is_reported() {
    let scratch = Scratch::new();
    for (name, text, expected) in [
        ("half.json", "{\"type\": \"object\",", "it is no JSON: EOF while parsing"),
        ("data.json", "{\n\"a\": 1\n}", "it is no JSON Schema, OpenAPI document or Avro schema"),
        (
            "ref.json",
            "{\"type\": \"object\", \"properties\": {\"a\": {\"$ref\": \"#/$defs/adress\"}}, \"$defs\": {\"address\": {}}}",
            "there is no #/$defs/adress; did you mean #/$defs/address?",
        ),
        (
            "far.json",
            "{\"$schema\": \"x\", \"$ref\": \"https://example.org/x.json\"}",
            "https://example.org/x.json, which is not fetched",
        ),
        (
            "loop.json",
            "{\"type\": \"object\", \"required\": [\"a\"], \"properties\": {\"a\": {\"$ref\": \"#\"}}}",
            "it has to have itself in it, without end",
        ),
        ("text.json", "{\"$schema\": \"x\", \"type\": \"string\"}", "none of its schemas is of an object"),
        (
            "r.avsc",
            "{\"type\": \"record\", \"name\": \"r\", \"fields\": [{\"name\": \"x\", \"type\": \"strng\"}]}",
            "no type has the name strng",
        ),
    ] {
        scratch.write(name, text);
        gush(&scratch, &format!("learn {name} -o s.toml")).run().code(2).stderr_has(expected);
        assert!(!scratch.path("s.toml").exists(), "{name}");
    }
}

/// Schemas that only say where the schema is: of the same name, which is another file, and of another one.
#[test]
fn a_reference_alone_is_a_schema() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path("far")).expect("a folder can be made");
    scratch.write("runner.json", r#"{"$ref": "https://example.org/current/runner.json"}"#);
    scratch.write("tool.json", "{\n  \"$ref\": \"https://example.org/tool-schema.json\"\n}\n");
    scratch.write(
        "far/runner.json",
        r#"{"type": "object", "properties": {"threads": {"type": "integer", "minimum": 1}}}"#,
    );
    scratch.write("far/other.json", r#"{"$id": "https://example.org/tool-schema.json", "type": "object", "properties": {"level": {"enum": ["low", "high"]}}}"#);
    for (source, expected) in [("runner.json", "current/runner.json"), ("tool.json", "tool-schema.json")] {
        let run = gush(&scratch, &format!("learn {source} -o s.toml")).run().code(2);
        run.stderr_has(&format!("it refers to https://example.org/{expected}, which is not fetched; name that file as another SOURCE"));
    }
    let runner = gush(&scratch, "learn runner.json far/runner.json").run().ok().text().to_owned();
    assert!(
        runner.contains("[table.runner]\nrows = 1_000") && runner.contains("columns.threads"),
        "{runner}"
    );
    let tool = gush(&scratch, "learn tool.json far/other.json").run().ok().text().to_owned();
    assert!(tool.contains("[table.tool]") && tool.contains("columns.level = \"enum:low,high\""), "{tool}");
}
