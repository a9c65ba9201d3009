"""Whether an answer is whole: it is held against what a server that lacked nothing says to the same."""
import json


def said_in(response):
    """What an answer says: JSON as it is, of metrics their names, of a page how it begins and ends."""
    kind, text = response.headers.get("content-type", ""), response.body.decode()
    if kind.startswith("application/json"):
        return json.loads(text)
    if kind.startswith("text/html"):
        return {text.strip()[:15]: "the beginning", text.strip()[-7:]: "the end"}
    return {line.split(" ")[0]: "a line" for line in text.splitlines() if not line.startswith("#")}


class Shape:
    """What all values taken have in common: their kinds, the fields that none of them lacks and the shape
    of each; of a list the shape of its elements, and how many there are at least."""

    def __init__(self):
        self.kinds, self.fields, self.element, self.fewest = set(), None, None, None

    def take(self, value):
        self.kinds.add(kind_of(value))
        if isinstance(value, dict):
            known = value if self.fields is None else [name for name in self.fields if name in value]
            self.fields = {name: (self.fields or {}).get(name) or Shape() for name in known}
            for name, shape in self.fields.items():
                shape.take(value[name])
        elif isinstance(value, list):
            self.fewest = len(value) if self.fewest is None else min(self.fewest, len(value))
            self.element = self.element or Shape()
            for element in value:
                self.element.take(element)
        return self

    def fault_of(self, value, at="it"):
        """What a value lacks or has of another kind; None when it is of this shape. Where there was nothing
        before there may be something at another time, and the other way round."""
        if value is None or self.kinds == {None}:
            return None
        if kind_of(value) not in self.kinds:
            return f"{at} is {value!r:.80}"
        if isinstance(value, dict):
            return self.fault_in_fields(value, at)
        return self.fault_in_list(value, at) if isinstance(value, list) else None

    def fault_in_fields(self, value, at):
        lacking = [name for name in self.fields if name not in value]
        if lacking:
            return f"{at} lacks {', '.join(lacking)}"
        return first(shape.fault_of(value[name], f"{at}.{name}") for name, shape in self.fields.items())

    def fault_in_list(self, value, at):
        if len(value) < self.fewest:
            return f"{at} has {len(value)}, and never less than {self.fewest}"
        if not self.element.kinds:  # there never was one
            return None
        return first(self.element.fault_of(element, f"{at}[{i}]") for i, element in enumerate(value))


def first(faults):
    return next((fault for fault in faults if fault), None)


def kind_of(value):
    return None if value is None else float if type(value) is int else type(value)


class Plain:
    """What a server that lacked nothing said, by what it was asked."""

    def __init__(self, heard):
        self.shapes = {}
        for asked, response in heard:
            shape = self.shapes.setdefault(asked, Shape())  # of what was refused it stays that of nothing
            if response.status == 200:
                shape.take(said_in(response))

    def fault_of(self, heard):
        """The first answer that is neither whole nor a refusal with words; None when there is none."""
        return first(self.fault_in(*each) for each in heard)

    def fault_in(self, asked, response):
        try:
            said = said_in(response)
        except ValueError:
            return f"{asked}: half a text, {response.body[-80:]!r}"
        if response.status >= 400 or "error" in said:
            # Who is turned away at the door hears only when to come again.
            told = words_of(said) or "retry-after" in response.headers
            return None if told else f"{asked}: {response.status} without a word"
        # A message of a kind that nobody heard before is held against nothing.
        fault = self.shapes[asked].fault_of(said) if asked in self.shapes else None
        return fault and f"{asked}: {fault}"


def words_of(refusal):
    return refusal["error"].get("message") if "error" in refusal else refusal
