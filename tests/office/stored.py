"""A cardroom's SQLite file as somebody sees it who has read docs/audit.md: its records can be changed, and
every link made anew."""
import copy
import hashlib
import json
import pathlib
import sqlite3
import struct
import subprocess

FORMAT = 2
MASK = (1 << 64) - 1
OPENED, WAGERED, DECIDED, TURNED, SHOWDOWN, SETTLED = 0, 1, 7, 8, 9, 11
FEE, LOST_BANK, WON_BANK = 10, 15, 16  # reasons of postings
METER, JOURNAL, SEED, FACTS, SNAPSHOT = 1, 2, 4, 5, 8  # kinds of entry
STATES = (1, 6, 7, 8, 12, 13, 14)
NUMBERS = (0, 1, 2, 3, 7, 8, 9, 15, 16, 25, 0x7F, 0x80, 0xFF)
AMOUNTS = (-1, 0, 1, 2**31, 2**53 - 1, 2**53, 2**62, -(2**63), 2**63 - 1)


def linked(tag, *parts):
    return hashlib.blake2b(tag.encode().ljust(16, b"\0") + b"".join(parts), digest_size=32).digest()


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            value |= (byte & 127) << shift
            self.at, shift = self.at + 1, shift + 7
            if byte < 128:
                return value

    def take(self, size):
        self.at += size
        return bytes(self.data[self.at - size : self.at])


def leb(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def zigzag(value):
    value &= MASK
    return (value << 1 ^ (MASK if value >> 63 else 0)) & MASK


def unzigzag(value):
    return signed(value >> 1 ^ (MASK if value & 1 else 0))


def signed(value):
    value &= MASK
    return value - (1 << 64) if value >> 63 else value


class Table:
    """As src/store/codec.c reads and writes a struct: a dictionary by the names of its fields."""

    def __init__(self, fields):
        self.fields = [{**field, "table": Table(field["fields"])} if "fields" in field else field for field in fields]

    def zeros(self):
        return {field["name"]: self.zero(field) for field in self.fields}

    @staticmethod
    def zero(field):
        if field["type"] == "bytes" and field["count"]:
            return bytes(field["count"])
        one = field["table"].zeros() if field["type"] == "table" else 0
        return [copy.deepcopy(one) for _ in range(field["count"])] if field["count"] else one

    def read(self, reader, base=None, time=0):
        value = copy.deepcopy(base) if base else self.zeros()
        bits = reader.number()
        for i, field in enumerate(self.fields):
            if bits >> i & 1:
                value[field["name"]] = self.read_field(reader, field, value[field["name"]], time)
        return value

    def read_field(self, reader, field, before, time):
        if not field["count"]:
            return self.read_one(reader, field, before, time)
        used = reader.number()
        if field["type"] == "bytes":
            return reader.take(used).ljust(field["count"], b"\0")
        value = self.zero(field)
        zero = self.zero({**field, "count": 0})
        value[:used] = [self.read_one(reader, field, zero, time) for _ in range(used)]
        return value

    @staticmethod
    def read_one(reader, field, before, time):
        kind, none = field["type"], field["none"]
        if kind == "table":
            return field["table"].read(reader, before, time)
        if kind == "flag":
            return before ^ 1
        value = reader.number()
        if kind == "number":
            return value ^ before
        if kind == "option":
            return (value ^ (before + 1) % (none + 1)) - 1 if value ^ (before + 1) % (none + 1) else none
        return signed(unzigzag(value) + (before if kind == "amount" else time))

    def write(self, value, base=None, time=0):
        base = base or self.zeros()
        bits, out = 0, b""
        for i, field in enumerate(self.fields):
            now, before = value[field["name"]], base[field["name"]]
            if now != before:
                bits |= 1 << i
                out += self.write_field(field, now, before, time)
        return leb(bits) + out

    def write_field(self, field, now, before, time):
        if not field["count"]:
            return self.write_one(field, now, before, time)
        if field["type"] == "bytes":
            used = now.rstrip(b"\0")
            return leb(len(used)) + used
        zero = self.zero({**field, "count": 0})
        used = len(now)
        while used and now[used - 1] == zero:
            used -= 1
        return leb(used) + b"".join(self.write_one(field, one, zero, time) for one in now[:used])

    @staticmethod
    def write_one(field, now, before, time):
        kind, none = field["type"], field["none"]
        if kind == "table":
            return field["table"].write(now, before, time)
        if kind == "flag":
            return b""
        if kind == "number":
            return leb((now ^ before) & MASK)
        if kind == "option":
            return leb((now + 1) % (none + 1) ^ (before + 1) % (none + 1))
        return leb(zigzag(now - (before if kind == "amount" else time)))


class Tables:
    """Of a batch, as a program beside the tests' others tells them."""

    def __init__(self, uth):
        program = pathlib.Path(uth).resolve().parent / "tests/office/stored_tables"
        said = json.loads(subprocess.run([program], check=True, capture_output=True, text=True).stdout)
        self.header, self.posting, self.entry = (Table(said[name]) for name in ("header", "posting", "entry"))
        self.meter, self.controller = Table(said["meter"]), Table(said["controller"])
        self.table, self.besides = Table(said["table"]), Table(said["besides"])
        self.events, self.facts, self.journal = (
            [Table(fields) for fields in said[name]] for name in ("events", "facts", "journal")
        )
        self.no_wager = next(field["none"] for field in said["posting"] if field["name"] == "wager")


    def read_entry(self, kind, data, time):
        """What the entries hold that tests change: a list of structs, and what follows them."""
        reader = Reader(data)
        parts = []
        if kind == METER:
            parts = [self.controller.read(reader)]
        elif kind == SNAPSHOT:
            parts = [self.table.read(reader), self.besides.read(reader)]
        elif kind == JOURNAL:
            of = reader.number()
            line = self.journal[of].read(reader, time=time)
            parts = [{"kind": of, **line}, self.meter.read(reader, line["before"])]
        while kind == FACTS and reader.at < len(data):
            of = reader.number()
            parts.append({"kind": of, **self.facts[of].read(reader, time=time)})
        return parts, bytes(data[reader.at :])

    def write_entry(self, kind, parts, rest, time):
        if kind == METER:
            return self.controller.write(parts[0]) + rest
        if kind == SNAPSHOT:
            return self.table.write(parts[0]) + self.besides.write(parts[1]) + rest
        if kind == JOURNAL:
            line, after = parts
            written = self.journal[line["kind"]].write(line, time=time) + self.meter.write(after, line["before"])
            return leb(line["kind"]) + written + rest
        return b"".join(leb(fact["kind"]) + self.facts[fact["kind"]].write(fact, time=time) for fact in parts) + rest


class Body:
    """A batch as what stands in front, events, postings and entries, each by the names of its fields."""

    def __init__(self, tables, data):
        self.tables = tables
        reader = Reader(data)
        assert reader.number() == FORMAT
        self.header = tables.header.read(reader)
        self.table, self.round = self.header["table"], self.header["round"]
        self.sequence, self.time = self.header["sequence"], self.header["time_ms"]
        self.events, self.postings, self.entries = [], [], []
        self.read_events(Reader(reader.take(self.header["events"])))
        self.read_postings(Reader(reader.take(self.header["postings"])))
        self.read_entries(Reader(reader.take(self.header["entries"])))
        self.rest = bytes(data[reader.at :])

    def read_events(self, reader):
        last = {}
        while reader.at < len(reader.data):
            kind = reader.take(1)[0]
            last[kind] = self.tables.events[kind].read(reader, last.get(kind))
            self.events.append({"kind": kind, **last[kind]})

    def first_base(self):
        return {**self.tables.posting.zeros(), "round": self.round, "table": self.table, "wager": self.tables.no_wager}

    def read_postings(self, reader):
        base = self.first_base()
        while reader.at < len(reader.data):
            base = self.tables.posting.read(reader, base)
            self.postings.append(base)

    def read_entries(self, reader):
        while reader.at < len(reader.data):
            entry = self.tables.entry.read(reader)
            self.entries.append({**entry, "bytes": reader.take(entry["size"])})

    def data(self):
        last, events, postings, entries = {}, b"", b"", b""
        for event in self.events:
            table = self.tables.events[event["kind"]]
            events += bytes([event["kind"]]) + table.write(event, last.get(event["kind"]))
            last[event["kind"]] = event
        base = self.first_base()
        for posting in self.postings:
            postings += self.tables.posting.write(posting, base)
            base = posting
        for entry in self.entries:
            entry["size"] = len(entry["bytes"])
            entries += self.tables.entry.write(entry) + entry["bytes"]
        header = {**self.header, "events": len(events), "postings": len(postings), "entries": len(entries)}
        return leb(FORMAT) + self.tables.header.write(header) + events + postings + entries + self.rest


def spoil_record(record, rng):
    """Another value in one field. Says in which."""
    name = rng.choice([name for name in record if name not in ("kind", "events", "postings", "entries")])
    value = record[name]
    if isinstance(value, bytes):
        value = bytearray(value)
        value[rng.randrange(len(value))] ^= 1 << rng.randrange(8)
        record[name] = bytes(value)
    elif isinstance(value, dict):
        return f"field {name}, {spoil_record(value, rng)}"
    elif isinstance(value, list):
        at = rng.randrange(len(value))
        if isinstance(value[at], dict):
            return f"field {name}[{at}], {spoil_record(value[at], rng)}"
        value[at] = rng.choice(NUMBERS + AMOUNTS)
    else:
        near = (value ^ 1, value + 1)
        record[name] = rng.choice(near + NUMBERS + (() if name == "wager" else AMOUNTS))
    return f"field {name}"


def spoil(data, start, size, rng):
    """Changes a stretch of bytes, keeping its length. Says what was done."""
    at = start + rng.randrange(size)
    how = rng.randrange(4)
    if how == 0:
        data[at] ^= 1 << rng.randrange(8)
    elif how == 1:
        data[at] = rng.choice(NUMBERS)
    elif how == 2:
        data[at] = (data[at] + rng.choice((1, 255))) & 255
    elif size >= 8:
        at = min(start + (at - start) // 8 * 8, start + size - 8)
        struct.pack_into("<q", data, at, rng.choice(AMOUNTS))
    return f"byte {at - start}, way {how}"


class Store:
    def __init__(self, path, uth):
        self.tables = Tables(uth)
        self.database = sqlite3.connect(path)
        self.database.execute("PRAGMA synchronous = OFF")
        self.round = "1:1"  # where the change is

    def close(self):
        self.database.commit()
        self.database.close()

    def rows(self, sql, *values):
        return self.database.execute(sql, values).fetchall()

    def dump(self):
        """All that is told from."""
        tables = ("uth_batch", "uth_account", "uth_round", "uth_played", "uth_day", "uth_head", "uth_state")
        return [self.rows(f"SELECT * FROM {table}") for table in tables]

    def look_at(self, body):
        self.round = f"{max(body.table, 1)}:{max(body.round, 1)}"

    def put(self, position, body):
        self.database.execute("UPDATE uth_batch SET body = ? WHERE position = ?", (body, position))

    def bodies(self):
        for position, data in self.rows("SELECT position, body FROM uth_batch ORDER BY position"):
            yield position, Body(self.tables, data)

    def link_anew(self):
        """As somebody would who has read docs/audit.md: links, columns, states and head."""
        name = self.rows("SELECT store FROM uth_meta")[0][0]
        before = linked("uth store 1", name)
        states, days = {}, {}
        position = 0
        for position, data in self.rows("SELECT position, body FROM uth_batch ORDER BY position"):
            try:
                body = Body(self.tables, data)
                day = signed(body.time) // 86400000
                if day > max(days, default=-1):
                    days[day] = (position, before)
                for entry in body.entries:
                    if entry["kind"] in STATES:
                        states[entry["kind"], signed(entry["id"])] = entry["bytes"]
            except (AssertionError, LookupError):
                pass  # it is no batch any more, and is linked all the same
            record = linked("uth record 1", name, struct.pack("<Q", position), bytes(data))
            before = linked("uth all 2", before, record)
            (checksum,) = struct.unpack("<q", record[:8])
            self.database.execute("UPDATE uth_batch SET checksum = ? WHERE position = ?", (checksum, position))
        for day, (first, link) in days.items():
            self.database.execute("UPDATE uth_day SET before = ? WHERE day = ? AND first_position = ?", (link, day, first))
        for (kind, number), state in states.items():
            self.database.execute("UPDATE uth_state SET state = ? WHERE kind = ? AND id = ?", (state, kind, number))
        self.database.execute("UPDATE uth_head SET position = ?, hash = ?", (position, before))

    # ---- exact changes: each returns the position of the record it changed

    def change_event(self, table, round_, kind, /, last=False, **changed):
        found = [
            (position, body, event)
            for position, body in self.bodies()
            if body.table == table and body.round == round_
            for event in body.events
            if event["kind"] == kind
        ]
        position, body, event = found[-1 if last else 0]
        event.update(changed)
        self.put(position, body.data())
        return position

    def change_posting(self, table, reason, /, **changed):
        """The first one for that reason."""
        position, body, posting = next(
            (position, body, posting)
            for position, body in self.bodies()
            if body.table == table
            for posting in body.postings
            if posting["reason"] == reason
        )
        posting.update(changed)
        self.put(position, body.data())
        return position

    def change_entry(self, kind, change, wanted=lambda body, number: True):
        """The last such entry: its structs are changed, what stands behind them stays."""
        position, body, entry = [
            (position, body, entry)
            for position, body in self.bodies()
            for entry in body.entries
            if entry["kind"] == kind and wanted(body, entry["id"])
        ][-1]
        parts, rest = self.tables.read_entry(kind, entry["bytes"], body.time)
        change(parts)
        self.look_at(body)
        entry["bytes"] = self.tables.write_entry(kind, parts, rest, body.time)
        self.put(position, body.data())
        return position

    # ---- by chance

    def spoil_body(self, rng):
        """One event, posting, entry, or number in the head of a batch."""
        position, data = rng.choice(self.rows("SELECT position, body FROM uth_batch"))
        body = Body(self.tables, data)
        self.look_at(body)
        # Entries are fewer than events, and say more.
        entries = 4 * [entry for entry in body.entries if entry["bytes"]]
        places = [("event", e) for e in body.events] + [("posting", p) for p in body.postings]
        what, place = rng.choice(places + [("entry", e) for e in entries] + [("batch", body.header)])
        if what == "entry":
            what, spoiled = f"entry of kind {place['kind']}", bytearray(place["bytes"])
            said = spoil(spoiled, 0, len(spoiled), rng)
            place["bytes"] = bytes(spoiled)
        else:
            said = spoil_record(place, rng)
        self.put(position, body.data())
        return f"record {position}: {what}, {said}"

    def spoil_bytes(self, rng):
        """Any byte of a batch, whatever it is a part of."""
        position, data = rng.choice(self.rows("SELECT position, body FROM uth_batch"))
        spoiled = bytearray(data)
        said = spoil(spoiled, 0, len(spoiled), rng)
        self.put(position, bytes(spoiled))
        return f"record {position}: {said}"

    def spoil_struct(self, rng):
        """A field of a struct in an entry: the encoding stays good."""
        kind = rng.choice((METER, JOURNAL, FACTS, SNAPSHOT))
        after = rng.randrange(self.rows("SELECT max(position) FROM uth_batch")[0][0])
        said = []

        def change(parts):
            of = rng.randrange(1 if kind == SNAPSHOT else len(parts))
            said.append(spoil_record(parts[of], rng))

        try:
            position = self.change_entry(kind, change, lambda body, _: body.sequence <= after)
        except IndexError:  # none that early
            return "nothing"
        return f"record {position}: in the entry of kind {kind}, {said[0]}"

    def swap_entries(self, rng):
        """The bytes of one entry where another of its kind was."""
        all_of = {}
        for position, body in self.bodies():
            for entry in body.entries:
                all_of.setdefault(entry["kind"], []).append((position, body, entry))
        kind = rng.choice([kind for kind, some in all_of.items() if len(some) > 1])
        (position, body, entry), (other, _, source) = rng.sample(all_of[kind], 2)
        self.look_at(body)
        entry["bytes"] = source["bytes"]
        self.put(position, body.data())
        return f"record {position}: the entry of kind {kind} is that of record {other}"

    def spoil_state(self, rng):
        kind, number, state = rng.choice(self.rows("SELECT kind, id, state FROM uth_state WHERE length(state) > 0"))
        data = bytearray(state)
        said = spoil(data, 0, len(data), rng)
        self.database.execute("UPDATE uth_state SET state = ? WHERE kind = ? AND id = ?", (bytes(data), kind, number))
        return f"state of kind {kind}, id {number}: {said}"

    def spoil_row(self, rng):
        """A number in a row that follows from the batches."""
        table = rng.choice(("uth_account", "uth_round", "uth_played", "uth_day", "uth_head", "uth_state"))
        columns = [row[1] for row in self.rows(f"PRAGMA table_info({table})") if row[2].upper() == "INTEGER"]
        column = rng.choice(columns)
        key = "rowid"
        if "WITHOUT ROWID" in self.rows("SELECT sql FROM sqlite_master WHERE name = ?", table)[0][0].upper():
            key = ", ".join(row[1] for row in self.rows(f"PRAGMA table_info({table})") if row[5])
        row = rng.choice(self.rows(f"SELECT {key} FROM {table} ORDER BY {key}"))
        value = rng.choice((0, -1, 1, 2**31, 2**53, 2**62))
        marks = ", ".join("?" * len(row))
        try:
            self.database.execute(f"UPDATE {table} SET {column} = ? WHERE ({key}) = ({marks})", (value, *row))
        except sqlite3.IntegrityError:
            return "nothing"
        return f"{table}.{column} of row {row} is {value}"
