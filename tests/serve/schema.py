"""JSON against the schemas made from protocol/: real traffic is held to the description.

As much of JSON Schema as tools/protocol.py writes; a keyword it does not know is a fault of this file."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "tools"))
import protocol  # noqa: E402

KINDS = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}
DESCRIBED = protocol.Protocol()
AT = "#/"
SCHEMAS = protocol.definitions(DESCRIBED, AT) | protocol.both_ways(DESCRIBED, AT)


def faults(value, schema, path=""):
    """What is wrong with a value, each with its path; nothing for one that is right."""
    for keyword, wanted in schema.items():
        yield from CHECKS[keyword](value, wanted, schema, path)


def of_type(value, wanted, _, path):
    kinds = wanted if isinstance(wanted, list) else [wanted]
    if not any(KINDS[kind](value) for kind in kinds):
        yield f"{path}: {value!r} is not {' or '.join(kinds)}"


def with_properties(value, wanted, _, path):
    for name, schema in wanted.items() if isinstance(value, dict) else ():
        if name in value:
            yield from faults(value[name], schema, f"{path}.{name}")


def with_required(value, wanted, _, path):
    for name in wanted if isinstance(value, dict) else ():
        if name not in value:
            yield f"{path}.{name}: is missing"


def with_no_others(value, wanted, schema, path):
    for name in value.keys() - schema.get("properties", {}).keys() if isinstance(value, dict) else ():
        if wanted is False:
            yield f"{path}.{name}: is not described"
        else:
            yield from faults(value[name], wanted, f"{path}.{name}")


def with_names(value, wanted, _, path):
    for name in value if isinstance(value, dict) else ():
        yield from faults(name, wanted, f"{path}.{name}")


def with_items(value, wanted, _, path):
    for i, item in enumerate(value if isinstance(value, list) else ()):
        yield from faults(item, wanted, f"{path}[{i}]")


def any_of(value, wanted, _, path):
    tried = [list(faults(value, schema, path)) for schema in wanted]
    if all(tried):
        yield from min(tried, key=len)


def simple(fits, words):
    def check(value, wanted, _, path):
        if not fits(value, wanted):
            yield f"{path}: {value!r} is not {words} {wanted}"

    return check


CHECKS = {
    "$ref": lambda value, wanted, _, path: faults(value, SCHEMAS[wanted.removeprefix(AT)], path),
    "type": of_type, "properties": with_properties, "required": with_required,
    "additionalProperties": with_no_others, "propertyNames": with_names, "items": with_items, "anyOf": any_of,
    "enum": simple(lambda value, wanted: value in wanted, "one of"),
    "const": simple(lambda value, wanted: value == wanted, ""),
    "pattern": simple(lambda value, wanted: not isinstance(value, str) or re.search(wanted, value), "like"),
    "minimum": simple(lambda value, wanted: not isinstance(value, int) or value >= wanted, "at least"),
    "maximum": simple(lambda value, wanted: not isinstance(value, int) or value <= wanted, "at most"),
    "minLength": simple(lambda value, wanted: not isinstance(value, str) or len(value) >= wanted, "as long as"),
    "minItems": simple(lambda value, wanted: not isinstance(value, list) or len(value) >= wanted, "as many as"),
    "description": lambda *_: (),
}  # fmt: skip


def hold(value, name):
    """A value that is not as it is described ends the test."""
    found = list(faults(value, SCHEMAS[name]))
    assert not found, f"{name}: protocol/ says otherwise: {'; '.join(found[:3])}"


def hold_message(message, who="server"):
    hold(message, f"{who}.{message['type']}")


def request_of(method, path):
    """The request as it is described, or None."""
    path = path.split("?")[0]
    for request, row in DESCRIBED.requests.items():
        wanted, pattern = request.split()
        pattern = re.escape(pattern).replace(r"\#", r"\d+").replace(r"\*", "[^/]+")
        if wanted == method and re.fullmatch(pattern, path):
            return row
    return None


def hold_answer(method, path, document):
    row = request_of(method, path)
    if row is not None and "answer" in row:
        hold(document, row["answer"])
