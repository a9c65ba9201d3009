"""A cardroom's SQLite file as somebody sees it who has read docs/audit.md: its records can be changed, and
every link made anew."""
import hashlib
import sqlite3
import struct

HEADER, EVENT, POSTING = 88, 64, 56
OPENED, WAGERED, DECIDED, TURNED, SHOWDOWN, SETTLED = 0, 1, 7, 8, 9, 11
FEE, LOST_BANK, WON_BANK = 10, 15, 16  # reasons of postings
METER, JOURNAL, FACTS, SNAPSHOT = 1, 2, 5, 8  # kinds of entry
STATES = (1, 6, 7, 8, 12, 13, 14)
JOURNAL_SIZE, FACT_SIZE, TABLE_SIZE, MANAGER_SIZE = 200, 264, 5672, 10768
TELLING = {  # kinds, seats and small numbers; amounts
    "event": (0, 1, 2, 3, 4, 5, 8, 15),
    "posting": (12, 13, 28, 29, 38, 39, 52, 53, 54),
}
NUMBERS = (0, 1, 2, 3, 7, 8, 9, 15, 16, 25, 0x7F, 0x80, 0xFF)
AMOUNTS = (-1, 0, 1, 2**31, 2**53 - 1, 2**53, 2**62, -(2**63), 2**63 - 1)


def number(at, value, kind="<q"):
    return lambda data, start=0: struct.pack_into(kind, data, start + at, value)


def linked(tag, *parts):
    return hashlib.blake2b(tag.encode().ljust(16, b"\0") + b"".join(parts), digest_size=32).digest()


def unpack(data, size):
    """As src/office/pack.c: words without their leading zero bytes. The struct, and what follows it."""
    at, count, shift = 0, 0, 0
    while True:
        count |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            break
    lengths = [data[at + i // 2] >> (i % 2 * 4) & 15 for i in range(count)]
    at += (count + 1) // 2
    words = b""
    for length in lengths:
        words += data[at : at + length].ljust(8, b"\0")
        at += length
    return bytearray(words.ljust(size, b"\0")[:size]), data[at:]


def pack(data):
    words = [data[i : i + 8].rstrip(b"\0") for i in range(0, len(data), 8)]
    while words and not words[-1]:
        words.pop()
    out, rest = bytearray(), len(words)
    while True:
        out.append(rest & 127 | (128 if rest > 127 else 0))
        rest >>= 7
        if not rest:
            break
    lengths = bytearray((len(words) + 1) // 2)
    for i, word in enumerate(words):
        lengths[i // 2] |= len(word) << (i % 2 * 4)
    return bytes(out + lengths + b"".join(words))


class Body:
    """Where things lie in a batch."""

    def __init__(self, data):
        self.data = bytearray(data)
        self.table, self.sequence, self.round, self.time = struct.unpack_from("<IQQq", data, 4)
        events, postings, entries = struct.unpack_from("<III", data, 32)
        self.events = [HEADER + EVENT * i for i in range(events)]
        at = HEADER + EVENT * events
        self.postings = [at + POSTING * i for i in range(postings)]
        at += POSTING * postings
        self.entries = []  # kind, id, where, size
        for _ in range(entries):
            number, kind, size = struct.unpack_from("<QII", data, at)
            self.entries.append((kind, number, at + 16, size))
            at += 16 + size

    def with_entry(self, at, size, entry):
        return bytes(self.data[: at - 4]) + struct.pack("<I", len(entry)) + entry + bytes(self.data[at + size :])


def spoil(data, start, size, rng, telling=()):
    """Changes a stretch of bytes, keeping its length, mostly where it tells. Says what was done."""
    at = start + (rng.choice(telling) if telling and rng.random() < 0.8 else rng.randrange(size))
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
    def __init__(self, path):
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
            yield position, Body(data)

    def link_anew(self):
        """As somebody would who has read docs/audit.md: links, columns, states and head."""
        name = self.rows("SELECT store FROM uth_meta")[0][0]
        before = linked("uth store 1", name)
        tables, states = {}, {}
        position = 0
        for position, body in self.bodies():
            start = linked("uth table 1", name, struct.pack("<I", body.table))
            tables[body.table] = linked("uth batch 1", tables.get(body.table, start), bytes(body.data))
            before = linked("uth all 1", before, struct.pack("<Q", position), tables[body.table])
            self.database.execute(
                "UPDATE uth_batch SET table_hash = ?, hash = ?, time_ms = ? WHERE position = ?",
                (tables[body.table], before, body.time, position),
            )
            for kind, number, at, size in body.entries:
                if kind in STATES:
                    signed = number - (1 << 64) if number >> 63 else number
                    states[kind, signed] = bytes(body.data[at : at + size])
        for (kind, number), state in states.items():
            self.database.execute("UPDATE uth_state SET state = ? WHERE kind = ? AND id = ?", (state, kind, number))
        self.database.execute("UPDATE uth_head SET position = ?, hash = ?", (position, before))

    # ---- exact changes: each returns the position of the record it changed

    def change_event(self, table, round_, kind, change, last=False):
        found = [
            (position, body, at)
            for position, body in self.bodies()
            if body.table == table and body.round == round_
            for at in body.events
            if body.data[at] == kind
        ]
        position, body, at = found[-1 if last else 0]
        change(body.data, at)
        self.put(position, bytes(body.data))
        return position

    def change_posting(self, table, reason, change):
        """The first one for that reason."""
        position, body, at = next(
            (position, body, at)
            for position, body in self.bodies()
            if body.table == table
            for at in body.postings
            if body.data[at + 52] == reason
        )
        change(body.data, at)
        self.put(position, bytes(body.data))
        return position

    def change_entry(self, kind, size, change, wanted=lambda body, number: True, ahead=0):
        """The last such entry: its struct is changed, what stands before and behind it stays."""
        position, body, at, length = [
            (position, body, at, length)
            for position, body in self.bodies()
            for entry, number, at, length in body.entries
            if entry == kind and wanted(body, number)
        ][-1]
        data = bytes(body.data[at : at + length])
        inner, rest = unpack(data[ahead:], size)
        change(inner)
        self.look_at(body)
        self.put(position, body.with_entry(at, length, data[:ahead] + pack(inner) + rest))
        return position

    # ---- by chance

    def spoil_body(self, rng):
        """One event, posting, entry, or number in the head of a batch."""
        position, data = rng.choice(self.rows("SELECT position, body FROM uth_batch"))
        body = Body(data)
        places = [("event", at, EVENT) for at in body.events]
        places += [("posting", at, POSTING) for at in body.postings]
        # Entries are fewer than events, and say more.
        places += 4 * [(f"entry of kind {kind}", at, size) for kind, _, at, size in body.entries if size]
        places += [("round and time", 16, 16)]
        what, at, size = rng.choice(places)
        said = spoil(body.data, at, size, rng, TELLING.get(what, ()))
        self.look_at(body)
        self.put(position, bytes(body.data))
        return f"record {position}: {what} at {at}, {said}"

    def spoil_struct(self, rng):
        """A number of what is packed in an entry: the encoding stays good."""
        sizes = {METER: (0, MANAGER_SIZE), JOURNAL: (0, JOURNAL_SIZE), FACTS: (0, FACT_SIZE), SNAPSHOT: (1, TABLE_SIZE)}
        kind = rng.choice(list(sizes))
        ahead, size = sizes[kind]
        after = rng.randrange(self.rows("SELECT max(position) FROM uth_batch")[0][0])
        said = []

        def change(data):
            used = len(data.rstrip(b"\0")) + 1
            said.append(spoil(data, 0, min(used, size), rng))

        try:
            position = self.change_entry(kind, size, change, lambda body, _: body.sequence <= after, ahead)
        except IndexError:  # none that early
            return "nothing"
        return f"record {position}: in the entry of kind {kind}, {said[0]}"

    def swap_entries(self, rng):
        """The bytes of one entry where another of its kind was."""
        all_of = {}
        for position, body in self.bodies():
            for kind, _, at, size in body.entries:
                all_of.setdefault(kind, []).append((position, body, at, size))
        kind = rng.choice([kind for kind, some in all_of.items() if len(some) > 1])
        (position, body, at, size), (other, source, where, length) = rng.sample(all_of[kind], 2)
        self.look_at(body)
        self.put(position, body.with_entry(at, size, bytes(source.data[where : where + length])))
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
