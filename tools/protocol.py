#!/usr/bin/env python3
"""The protocol is described once, in protocol/*.toml. This makes of it what the program, the pages, the
tests and the documents need, so that none of them lists a message, a field or a name of its own.

usage: protocol.py make DIRECTORY      every file made when the program is built
       protocol.py pages FILE          the types of the pages
       protocol.py docs                the tables in docs/, written anew
       protocol.py check [ROOT]        the tables in docs/ and the names the program writes, held to it"""
import json
import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
MADE = "Made by tools/protocol.py from protocol/."
STATUS = re.compile(r'X\((\w+), +(\d+), +"([^"]*)", +"((?:[^"\\]|\\.)*)"\)')

# What stands beside the enumerations and objects: as JSON Schema, as TypeScript, and for a field of a
# client's message the C type it is read into.
WHOLE = {"type": "integer", "minimum": 0}
PRIMITIVES = {
    "text": ({"type": "string"}, "string", None),
    "bool": ({"type": "boolean"}, "boolean", "bool"),
    "number": ({"type": "integer"}, "number", None),
    "cents": ({"type": "integer"}, "Cents", "uth_money"),
    "millis": (WHOLE, "Millis", None),
    "hex": ({"type": "string", "pattern": "^([0-9a-f]{2})*$"}, "string", None),
    "card": ({"type": ["string", "null"], "pattern": "^[2-9TJQKA][cdhs]$"}, "CardText", None),
    "id": ({"type": "integer", "minimum": 1}, "number", "uint64_t"),
    "table_number": ({"type": "integer", "minimum": 1}, "number", "uint32_t"),
    "round_number": (WHOLE, "number", "uint64_t"),
    "seat_number": ({"type": "integer", "minimum": 1, "maximum": 8}, "number", "uint8_t"),
    "action": ({"type": "string", "pattern": "^([1-9][0-9]?x|check|fold)$"}, "Action", "struct uth_decision"),
    "words": ({"type": "string", "minLength": 1}, "string", "char *"),
    "row": ({"type": "array", "items": {"type": "string"}}, "string[]", None),
    "setting": ({"type": ["integer", "string"]}, "string | number", None),
    "json": ({}, "unknown", None),
    # of a client's message alone
    "stakes": ({"type": "object", "additionalProperties": WHOLE}, "Stakes", "uth_money *"),
    "side": ({"type": "object", "additionalProperties": WHOLE}, "Record<string, Cents>", "struct wire_side"),
    "commitment": ({"type": "string", "pattern": "^[0-9a-f]{64}$"}, "string", "struct room_command"),
    "part": ({"type": "string", "pattern": "^[0-9a-f]{64}$"}, "string", "uint8_t *"),
    "ticks": ({"type": "array", "items": {"type": "string"}, "minItems": 1}, "string[]", "struct room_ticks"),
}


class Field:
    """`[optional] TYPE[ in PLACE][: words]`; a type is NAME, NAME[], TYPE by KEY, each of them `or null`."""

    def __init__(self, name, text):
        self.name = name
        kind, _, self.words = text.partition(": ")
        self.optional = kind.startswith("optional ")
        self.kind = kind.removeprefix("optional ")
        self.kind, _, self.place = self.kind.partition(" in ")
        self.null = self.kind.endswith(" or null")
        self.base = self.kind.removesuffix(" or null")


class Protocol:
    def __init__(self, root=ROOT):
        read = {path.stem: tomllib.loads(path.read_text()) for path in sorted((root / "protocol").glob("*.toml"))}
        self.enums = read["enums"]
        self.fields = {name: Field(name, text) for name, text in read["client"]["fields"].items()}
        self.messages = {name: {"fields": "", **row} for name, row in read["client"]["messages"].items()}
        self.commands = {name: {"fields": "", **row} for name, row in read["client"]["commands"].items()}
        self.objects = {name: self.object(rows) for name, rows in read["server"]["objects"].items()}
        self.answers = {name: self.object(rows) for name, rows in read["server"]["messages"].items()}
        self.requests = read["http"]
        self.statuses = [(int(code), name, clause, text)
                         for name, code, clause, text in STATUS.findall((root / "include/uth/status.h").read_text())]  # fmt: skip

        self.refuse_faults()

    def refuse_faults(self):
        """Says what is wrong with the description: a name that means two things, or nothing."""
        lists = [PRIMITIVES, self.enums, self.objects]
        twice = {name for one in lists for other in lists if one is not other for name in one.keys() & other.keys()}
        known = {name for one in lists for name in one} | {"*"}
        every = [*self.fields.values(), *(field for rows in (*self.objects.values(), *self.answers.values())
                                          for field in rows)]  # fmt: skip
        unknown = {word for field in every for word in re.split(r" by |\[\]", field.base) if word} - known
        written = [name for name, row in self.enums.items() if "printed" not in row
                   and not all(re.fullmatch(r"[a-z][a-z0-9_]*", value) for value in row["values"])]  # fmt: skip
        if twice or unknown or written:
            sys.exit(f"protocol/: twice: {sorted(twice)}, unknown: {sorted(unknown)}, not in small letters and "
                     f"underscores: {written}")

    @staticmethod
    def object(rows):
        return [Field(name, text) for name, text in rows.items()]

    def wants(self, name):
        """The fields a client's message must have, and those it may have, as it is described."""
        row = self.messages.get(name) or self.commands[name]
        needs, may = (["table", "id"] if name in self.commands else []), []
        needs += {"round": ["round"], "street": ["round", "street"]}.get(row.get("at"), [])
        for word in row["fields"].split():
            (may if word.startswith("[") else needs).append(word.strip("[]"))
        return needs, may

    def client(self):
        return [*self.messages, *self.commands]


def camel(name):
    return "".join(part.capitalize() for part in name.split("_"))


def upper(name):
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).upper()


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


# ---- C -----------------------------------------------------------------------------------------


def messages_inc(protocol):
    """For src/wire: names of the enumerations C has no list of, the fields and the messages of a client."""
    lines = [f"// {MADE}"]
    for name, row in protocol.enums.items():
        lines += [f"#define PROTOCOL_{name.upper()}(X) \\"]
        prefix = row.get("make")
        pairs = [(value, f"{prefix}{upper(value)}" if prefix else str(i)) for i, value in enumerate(row["values"])]
        lines += [f"    X({quoted(value)}, {number}) \\" for value, number in pairs] + [""]
    lines += ["#define PROTOCOL_FIELDS(X) \\"]
    for name, field in protocol.fields.items():
        place = field.place or f"command.{name}"
        ctype = c_type(protocol, field)
        reader = field.base.replace("[]", "s")
        lines += [f'    X({name.upper()}, "{name}", {reader}, {place}, {ctype}) \\']
    lines += ["", "#define PROTOCOL_MESSAGES(X) \\"]
    for name in protocol.client():
        needs, may = (" | ".join(f"HAS({one.upper()})" for one in part) or "0" for part in protocol.wants(name))
        kind = "COMMAND" if name in protocol.commands else name.upper()
        command = f"ROOM_COMMAND_{name.upper()}" if name in protocol.commands else "0"
        lines += [f'    X("{name}", WIRE_MESSAGE_{kind}, {command}, {needs}, {may}) \\']
    return "\n".join(lines) + "\n\n"


def c_type(protocol, field):
    if field.base in protocol.enums:
        return "unsigned"
    return PRIMITIVES[field.base][2]


def routes_inc(protocol):
    """For src/serve: which request goes where, who may make it, and what its body may have."""
    lines = [f"// {MADE}", "#define PROTOCOL_ROUTES(X) \\"]
    for request, row in protocol.requests.items():
        method, path = request.split()
        who = row["who"].upper()
        who = f"API_{who}" if who in ("ANYONE", "STAFF", "LOOPBACK") else f"ROOM_RIGHT_{who}"
        free = "false" if row.get("csrf", True) else "true"
        body = row.get("body", {})
        known = f"FIELDS({' '.join(f'{quoted(name)},' for name in body)})"
        known = "NULL" if method == "GET" or "*" in body else known
        lines += [f'    X(NET_{method}, "{path}", {who}, {free}, {row["handler"]}, {known}) \\']
    return "\n".join(lines) + "\n\n"


def names_inc(protocol):
    """For tests: every list of names that C has, beside the one of the description."""
    lines, rows = [f"// {MADE}"], []
    for name, row in protocol.enums.items():
        values = ", ".join(quoted(value) for value in row["values"])
        if "c" in row:
            function, ctype, count = row["c"]
            lines += [f"static const char *name_of_{name}(unsigned i)", "{", f"    return {function}(({ctype})i);", "}"]
            rows += [f'    {{"{name}", name_of_{name}, {count}, {len(row["values"])}, {{{values}}}}},']
    lines += ["static const struct names enumerations[] = {", *rows, "};"]
    lines += ["static const struct command commands[] = {"]
    for name, row in protocol.commands.items():
        moment = f'ROOM_MOMENT_{row.get("at", "any").upper()}'
        lines += [f'    {{"{name}", ROOM_COMMAND_{name.upper()}, {moment}, ROOM_RIGHT_{row["who"].upper()}}},']
    return "\n".join([*lines, "};"]) + "\n"


# ---- TypeScript --------------------------------------------------------------------------------


def ts_type(protocol, kind):
    if kind.endswith(" or null"):
        return f"{ts_type(protocol, kind.removesuffix(' or null'))} | null"
    if kind.endswith("[]"):
        return f"{ts_type(protocol, kind[:-2])}[]"
    if " by " in kind:
        value, key = (ts_type(protocol, part) for part in kind.split(" by "))
        return f"Record<string, {value}>" if key == "string" else f"Partial<Record<{key}, {value}>>"
    return PRIMITIVES[kind][1] if kind in PRIMITIVES else camel(kind)


def ts_fields(protocol, fields):
    for field in fields:
        if field.words:
            yield f"    /** {field.words[0].upper()}{field.words[1:]}. */"
        yield f"    {field.name}{'?' if field.optional else ''}: {ts_type(protocol, field.kind)};"


def ts_moments(protocol):
    """What each command is meant for, for whoever sends one."""
    yield "/** The moment a command is meant for: a round, or a street of it (docs/protocol.md). */"
    yield "export const moments: Partial<Record<string, 'round' | 'street'>> = {"
    for name, row in protocol.commands.items():
        if "at" in row:
            yield f"    {name}: '{row['at']}',"
    yield "};"


def protocol_ts(protocol):
    lines = [f"// {MADE}", "",
             "/** \"As\"; null is a card that may not be seen. */", "export type CardText = string | null;",
             "/** Whole cents. */", "export type Cents = number;",
             "/** Milliseconds since 1970. */", "export type Millis = number;",
             "/** Play, so many times the Ante; or none. */", "export type Action = `${number}x` | 'check' | 'fold';",
             "export type Stakes = Partial<Record<Wager, Cents>>;", ""]  # fmt: skip
    for name, row in protocol.enums.items():
        values = " | ".join(f"'{value}'" for value in row["values"])
        lines += [f"export type {camel(name)} = {values};"]
    for name, fields in protocol.objects.items():
        lines += ["", f"export interface {camel(name)} {{", *ts_fields(protocol, fields), "}"]
    commands = " | ".join(f"'{name}'" for name in protocol.commands)
    lines += ["", f"export type Command = {commands};", "", *ts_moments(protocol)]
    return "\n".join(lines) + "\n"


# ---- schemas -----------------------------------------------------------------------------------


def schema_of(protocol, kind, at):
    if kind.endswith(" or null"):
        return {"anyOf": [schema_of(protocol, kind.removesuffix(" or null"), at), {"type": "null"}]}
    if kind.endswith("[]"):
        return {"type": "array", "items": schema_of(protocol, kind[:-2], at)}
    if " by " in kind:
        value, key = kind.split(" by ")
        schema = {"type": "object", "additionalProperties": schema_of(protocol, value, at)}
        return schema if key == "text" else {**schema, "propertyNames": schema_of(protocol, key, at)}
    return PRIMITIVES[kind][0] if kind in PRIMITIVES else {"$ref": at + kind}


def object_schema(protocol, fields, at, **constant):
    properties = {name: {"const": value} for name, value in constant.items()}
    required = list(constant)
    for field in fields:
        if field.name == "*":
            whole = object_schema(protocol, protocol.objects[field.base], at)
            properties |= whole["properties"]
            required += whole["required"]
            continue
        schema = schema_of(protocol, field.kind, at)
        properties[field.name] = {**schema, "description": field.words} if field.words else schema
        required += [] if field.optional else [field.name]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def client_schema(protocol, name, at):
    needs, may = protocol.wants(name)
    fields = [Field(one, f"{'optional ' if one in may else ''}{protocol.fields[one].kind}") for one in needs + may]
    return object_schema(protocol, fields, at, type=name)


def definitions(protocol, at):
    found = {name: {"enum": row["values"]} for name, row in protocol.enums.items()}
    return found | {name: object_schema(protocol, fields, at) for name, fields in protocol.objects.items()}


def both_ways(protocol, at):
    """Every message, by who says it and its type."""
    client = {f"client.{name}": client_schema(protocol, name, at) for name in protocol.client()}
    server = {f"server.{name}": object_schema(protocol, fields, at, type=name)
              for name, fields in protocol.answers.items()}  # fmt: skip
    return client | server


def schema_json(protocol):
    at = "#/$defs/"
    whole = definitions(protocol, at) | both_ways(protocol, at)
    return document({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The messages of uth's socket, and the objects they are made of",
        "oneOf": [{"$ref": at + name} for name in whole if "." in name],
        "$defs": whole,
    })  # fmt: skip


def asyncapi_json(protocol):
    at = "#/components/schemas/"
    names = list(both_ways(protocol, at))
    channel = "#/channels/socket"
    return document({
        "asyncapi": "3.0.0",
        "info": {"title": "The socket of uth", "version": "1"},
        "channels": {"socket": {"address": "/ws", "messages": {
            name: {"$ref": f"#/components/messages/{name}"} for name in names}}},
        "operations": {who: {
            "action": action, "channel": {"$ref": channel},
            "messages": [{"$ref": f"{channel}/messages/{name}"} for name in names if name.startswith(who)],
        } for who, action in (("client", "receive"), ("server", "send"))},
        "components": {
            "messages": {name: {"name": name, "contentType": "application/json",
                                "payload": {"$ref": at + name}} for name in names},
            "schemas": definitions(protocol, at) | both_ways(protocol, at),
        },
    })  # fmt: skip


def openapi_json(protocol):
    at = "#/components/schemas/"
    paths = {}
    for request, row in protocol.requests.items():
        method, path = request.split()
        names = iter(("one", "two", "three"))
        path = re.sub(r"[#*]", lambda _: "{" + next(names) + "}", path)
        parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
                      for name in re.findall(r"\{(\w+)\}", path)]  # fmt: skip
        parameters += [{"name": name, "in": "query", "schema": {"type": "string"}}
                       for name in row.get("query", "").split()]  # fmt: skip
        answer = {"description": row.get("does", "the answer")}
        if "answer" in row:
            answer["content"] = {"application/json": {"schema": {"$ref": at + row["answer"]}}}
        operation = {"summary": row.get("does", request), "x-who": row["who"], "parameters": parameters, "responses": {
            "200": answer, "default": {"description": "a refusal", "content": {"application/json": {
                "schema": object_schema(protocol, [Field("error", "fault")], at)}}}}}
        if "body" in row:
            operation["requestBody"] = {"content": {"application/json": {"schema": body_schema(protocol, row, at)}}}
        paths.setdefault(path, {})[method.lower()] = operation
    return document({
        "openapi": "3.1.0",
        "info": {"title": "The requests of uth", "version": "1"},
        "paths": paths,
        "components": {"schemas": definitions(protocol, at)},
    })  # fmt: skip


def body_schema(protocol, row, at):
    if "*" in row["body"]:
        return {"type": "object", "description": row["body"]["*"]}
    return object_schema(protocol, [Field(name, kind) for name, kind in row["body"].items()], at)


def document(value):
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


# ---- dictionaries of the fuzzers ---------------------------------------------------------------


def dictionary(words):
    return "".join(f'"{word}"\n' for word in dict.fromkeys(words))


def as_token(text):
    return text.replace("\\", "\\\\").replace('"', '\\"')


def message_words(protocol):
    yield from (as_token(f'"{name}":') for name in ("type", *protocol.fields))
    yield from (as_token(f'"{name}"') for name in protocol.client())
    yield from (as_token(f'"{name}":') for name in protocol.enums["wager"]["values"])
    yield from (as_token(f'"{name}"') for name in ("4x", "check", "fold"))
    for field in protocol.fields.values():
        if field.base in protocol.enums:
            yield from (as_token(f'"{value}"') for value in protocol.enums[field.base]["values"])


def message_dict(protocol):
    return dictionary(message_words(protocol))


def api_dict(protocol):
    words = [re.sub(r"#", "1", request.split()[1]).replace("*", "washington") for request in protocol.requests]
    bodies = {name for row in protocol.requests.values() for name in row.get("body", {}) if name != "*"}
    queries = {f"?{name}=" for row in protocol.requests.values() for name in row.get("query", "").split()}
    return dictionary([*words, *sorted(queries), *(as_token(f'"{name}":') for name in sorted(bodies)),
                       *message_words(protocol)])  # fmt: skip


# ---- documents ---------------------------------------------------------------------------------


def fields_text(protocol, name):
    needs, may = protocol.wants(name)
    return " ".join([*needs, *(f"[{one}]" for one in may)])


def client_table(protocol):
    rows = ["| type | who | fields | |", "|---|---|---|---|"]
    for name in protocol.client():
        row = protocol.messages.get(name) or protocol.commands[name]
        fields = fields_text(protocol, name)
        rows += [f"| `{name}` | {row.get('who', '')} | {f'`{fields}`' if fields else ''} | {row.get('does', '')} |"]
    return rows


def server_table(protocol):
    rows = ["| type | fields |", "|---|---|"]
    for name, fields in protocol.answers.items():
        cells = []
        for field in fields:
            label = f"`{field.name}{'?' if field.optional else ''}`"
            cells += [field.words if field.name == "*" else label + (f" {field.words}" if field.words else "")]
        rows += [f"| `{name}` | {'; '.join(cells)} |"]
    return rows


def object_block(protocol, first, last):
    """The objects from the first to the last, as they are described."""
    names = list(protocol.objects)
    rows = ["```text"]
    for name in names[names.index(first) : names.index(last) + 1]:
        rows += [name]
        for field in protocol.objects[name]:
            label = f"{field.name}{'?' if field.optional else ''}"
            rows += [f"    {label:20} {field.kind:24} {field.words}".rstrip()]
    return [*rows, "```"]


def enum_block(protocol):
    return ["```text", *(f"{name:18} {', '.join(row['values'])}" for name, row in protocol.enums.items()), "```"]


def code_block(protocol):
    return ["```text", *(f"{code:<4} {clause:8} {text}" for code, _, clause, text in protocol.statuses if clause),
            "```"]  # fmt: skip


def request_table(protocol):
    rows = ["| request | who | body | answer | |", "|---|---|---|---|---|"]
    for request, row in protocol.requests.items():
        method, path = request.split()
        query = "".join(f"{'&' if i else '?'}{name}=" for i, name in enumerate(row.get("query", "").split()))
        body = " ".join(f"[{name}]" if str(kind).startswith("optional") else name
                        for name, kind in row.get("body", {}).items())  # fmt: skip
        body = row["body"]["*"] if body == "*" else f"`{body}`" if body else ""
        answer = f"`{row['answer']}`" if "answer" in row else ""
        who = row["who"].replace("_", " ")
        rows += [f"| `{method} {path}{query}` | {who} | {body} | {answer} | {row.get('does', '')} |"]
    return rows


TABLES = {
    "client messages": client_table,
    "server messages": server_table,
    "view": lambda protocol: object_block(protocol, "view", "win"),
    "dealer's console": lambda protocol: object_block(protocol, "dealer_console", "win_step"),
    "answers": lambda protocol: object_block(protocol, "person", list(protocol.objects)[-1]),
    "requests": request_table,
    "enumerations": enum_block,
    "refusals": code_block,
}


def with_tables(protocol, text):
    """A page with the tables between its marks as they are now."""

    def made(found):
        return "\n".join([found[1], *TABLES[found[2]](protocol), found[3]])

    return re.sub(r"(<!-- protocol: ([^>]+) -->)\n.*?(<!-- end -->)", made, text, flags=re.DOTALL)


def docs(protocol, root, write_them):
    for page in sorted((root / "docs").glob("*.md")):
        text = page.read_text()
        now = with_tables(protocol, text)
        if now != text and write_them:
            page.write_text(now)
        elif now != text:
            yield f"docs/{page.name} is not what protocol/ says; run tools/protocol.py docs"


# ---- what the program writes ---------------------------------------------------------------------

# The files that write nothing but messages, and how they name a field.
WRITERS = ("src/wire/room_*_json.c", "src/serve/push.c", "src/serve/client.c")
WRITTEN = re.compile(r'put_\w+\(\s*&?out,\s*(?:room,\s*)?"(\w+)"|wire_out_\w+\(\s*&?out,\s*"(\w+)"')


def fields(protocol, root):
    """A field that is written and not described; one that is described and that no line of C names."""
    described = {field.name for rows in (*protocol.objects.values(), *protocol.answers.values()) for field in rows}
    for path in sorted(path for pattern in WRITERS for path in root.glob(pattern)):
        for found in WRITTEN.finditer(path.read_text()):
            name = found[1] or found[2]
            if name not in described | {"type"}:
                yield f"{path.relative_to(root)}: no object of protocol/server.toml has a field {name}"
    code = "".join(path.read_text() for path in sorted(root.glob("src/**/*.c")))
    for name in sorted(described - {"*"}):
        if not re.search(rf'"{name}\b', code):
            yield f"protocol/server.toml: nothing in src/ writes a field {name}"


# ---- the whole ---------------------------------------------------------------------------------

MAKES = {
    "messages.inc": messages_inc, "routes.inc": routes_inc, "names.inc": names_inc,
    "schema.json": schema_json, "asyncapi.json": asyncapi_json, "openapi.json": openapi_json,
    "fuzz_message.dict": message_dict, "fuzz_api.dict": api_dict,
}  # fmt: skip


def write(path, text):
    """A file that is as it should be is left alone, so that nothing is built anew for it."""
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def main(arguments):
    match arguments:
        case ["make", directory]:
            for name, make in MAKES.items():
                pathlib.Path(directory, name).write_text(make(Protocol()))
            return 0
        case ["pages", file]:
            write(pathlib.Path(file), protocol_ts(Protocol()))
            return 0
        case ["docs"]:
            return bool(list(docs(Protocol(), ROOT, True)))
        case ["check", *rest] if len(rest) < 2:
            root = pathlib.Path(*rest) if rest else ROOT
            protocol = Protocol(root)
            faults = [*docs(protocol, root, False), *fields(protocol, root)]
            print("\n".join(faults) or f"{len(protocol.objects)} objects, {len(protocol.client())} messages, as described")
            return bool(faults)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
