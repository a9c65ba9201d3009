"""The small faults tools/mutate can plant in a C source: where they are, and how the text changes.

It reads text and not syntax, and counts on the layout of tools/format: a binary operator stands between
spaces, a block begins after a space. Comments, string literals, preprocessor lines, assertions and calls
that write to a log are left alone."""
import collections
import re

# One change at text[start:end]; `function` also names a table at file scope.
Mutant = collections.namedtuple("Mutant", "file function line kind start end new before after")

HIDDEN = re.compile(
    r"//[^\n]*|/\*.*?\*/" r'|"(?:[^"\\\n]|\\.)*"' r"|'(?:[^'\\\n]|\\.)*'" r"|^[ \t]*#(?:[^\n\\]|\\.)*",
    re.DOTALL | re.MULTILINE)  # fmt: skip
# An assertion is a check of the code by itself; a log line is text; a block that is not given back is
# found by the sanitizers' builds.
LEFT_ALONE = re.compile(r"\b(?:UTH_CHECK|_Static_assert|log_line|wire_log_\w+|free|PQclear|json_decref|sqlite3_free)\s*\(")
TOKEN = re.compile(
    r"0[xX][0-9a-fA-F]+[uUlL]*|\d+\.\d+|\d+[uUlL]*|[A-Za-z_]\w*|<<=|>>=|->|\+\+|--|<<|>>"
    r"|[<>=!]=|&&|\|\||[-+*/%&|^]=|\S")  # fmt: skip
BETWEEN_SPACES = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"),
    "==": ("!=",), "!=": ("==",), "&&": ("||",), "||": ("&&",),
    "+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",), "%": ("/",),
    "<<": (">>",), ">>": ("<<",), "&": ("|",), "|": ("&",), "^": ("|",),
    "+=": ("-=",), "-=": ("+=",), "*=": ("+=",), "/=": ("*=",), "%=": ("/=",),
    "|=": ("&=",), "&=": ("|=",), "<<=": (">>=",), ">>=": ("<<=",),
}  # fmt: skip
COMPARING = {"<", "<=", ">", ">=", "==", "!="}
LOGICAL = {"&&", "||"}
NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)\Z")
NAME = r"[A-Za-z_]\w*"
PLACE = rf"\(?\*?{NAME}(?:(?:->|\.){NAME}|\[[^\]]*\]|\))*"
CALL = re.compile(rf"(?:\(void\)\s*)?(?!(?:if|for|while|switch|return|sizeof)\b){PLACE}\s*\(.*\)\Z", re.DOTALL)
ASSIGNMENT = re.compile(rf"{PLACE}\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=).*|\+\+|--)\Z", re.DOTALL)
LABEL = re.compile(rf"\s*(?:case\b[^:?]*:|default\s*:|{NAME}\s*:(?!:))")
ARRAY = re.compile(rf"\b{NAME}\s+\**{NAME}(?:\[[^\]]*\])*\[\Z")  # a declaration, up to its size
OK_OF = {"uth_status": "UTH_OK", "store_status": "STORE_OK"}
REFUSAL = {"uth_status": "UTH_ERR_NOT_NOW", "store_status": "STORE_ERR_DAMAGED"}


def blank(found):
    return re.sub(r"[^\n]", " ", found.group())


def closing(code, at):
    """Where the bracket at `at` is closed."""
    depth = 0
    for place in range(at, len(code)):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(code[place], 0)
        if depth == 0:
            return place
    return len(code) - 1


def code_of(text):
    """The text with all that is not looked at blanked out, place for place."""
    code = HIDDEN.sub(blank, text)
    for found in LEFT_ALONE.finditer(code):
        end = closing(code, found.end() - 1) + 1
        code = code[:found.start()] + re.sub(r"[^\n]", " ", code[found.start():end]) + code[end:]
    return code


def scopes_of(code):
    """(name, return type, start, end) of every function, and of every table at file scope."""
    scopes = []
    place = head = 0
    while place < len(code):
        if code[place] == "{":
            end = closing(code, place)
            words = code[head:place]
            called = re.search(rf"({NAME})\s*\(", words)
            table = re.search(rf"({NAME})\s*(?:\[[^\]]*\]\s*)*=\s*\Z", words)
            if table:
                scopes.append((table.group(1), "", place, end))
            elif called and "=" not in words and not re.match(r"\s*typedef\b", words):
                returned = words[:called.start()].replace("static", "").replace("enum", "").split()
                scopes.append((called.group(1), " ".join(returned), place, end))
            place = end
        elif code[place] == "(":
            place = closing(code, place)
        elif code[place] == ";":
            head = place + 1
        place += 1
        if place > 0 and code[place - 1] == "}":
            head = place
    return scopes


def tokens_of(code, start, end):
    return [(found.group(), found.start(), found.end()) for found in TOKEN.finditer(code, start, end)]


def number_changes(code, start, end, word):
    found = NUMBER.match(word)
    ahead = code[:start].rstrip()
    if not found or (word == "0" and re.search(r"=\s*\{\Z|\)\{\Z", ahead) and code[end:end + 1] == "}"):
        return []  # {0} is how an empty value is spelled
    if ARRAY.search(ahead[-120:]) or ahead.endswith("."):
        return []
    digits = found.group(1)
    base = 16 if digits[:2] in ("0x", "0X") else 8 if len(digits) > 1 and digits[0] == "0" else 10
    value, shown = int(digits, base), {16: hex, 8: "0{:o}".format, 10: str}[base]
    changed = [value + 1] + ([value - 1] if value > 0 else [])
    return [shown(number) + found.group(2) for number in changed]


def token_changes(code, start, end):
    """(kind, start, end, [replacement]…) of the operators and constants between two places."""
    for word, at, to in tokens_of(code, start, end):
        spaced = code[at - 1] in " \n" and code[to:to + 1] in (" ", "\n")
        if word in BETWEEN_SPACES and spaced:
            kind = "comparison" if word in COMPARING else "logical" if word in LOGICAL else "arithmetic"
            yield kind, at, to, list(BETWEEN_SPACES[word])
        elif word in ("++", "--"):
            yield "arithmetic", at, to, ["--" if word == "++" else "++"]
        elif word == "!" and code[to:to + 1] not in ("", "="):
            yield "condition", at, to, [""]
        elif word in ("true", "false"):
            yield "constant", at, to, ["false" if word == "true" else "true"]
        elif word[0].isdigit():
            changed = number_changes(code, at, to, word)
            if changed:
                yield "constant", at, to, changed


def condition_changes(text, code, start, end):
    for found in re.finditer(r"\b(if|while) \(", code[start:end]):
        opened = start + found.end() - 1
        closed = closing(code, opened)
        inner = text[opened + 1:closed]
        changed = [f"!({inner})", f"false && ({inner})"]
        yield "condition", opened + 1, closed, changed + ([f"true || ({inner})"] if found.group(1) == "if" else [])


def statements_of(code, start, end):
    """(start, end) of each statement that ends in a semicolon, without that."""
    head, place = start + 1, start + 1
    while place < end:
        letter = code[place]
        if letter in "([":
            place = closing(code, place)
        elif letter == "{" and re.search(r"[=,{)]\Z|[=,{] \Z", code[max(0, place - 2):place]):
            place = closing(code, place)  # an initialiser
        elif letter in "{}":
            head = place + 1
        elif letter == ";":
            yield head, place
            head = place + 1
        place += 1


def statement_changes(text, code, scope):
    name, returned, start, end = scope
    for head, stop in statements_of(code, start, end):
        while LABEL.match(code[head:stop]):
            head += LABEL.match(code[head:stop]).end()
        head += len(code[head:stop]) - len(code[head:stop].lstrip())
        words = code[head:stop].rstrip()
        if not words:
            continue
        if words.startswith("return ") and returned in (*OK_OF, "bool"):
            changed = return_changes(text[head:stop], returned)
            if changed:
                yield "return", head, stop, changed
        elif words in ("continue", "break"):
            yield "deleted", head, stop, [""]
        elif ASSIGNMENT.match(words):
            yield "deleted", head, stop, [""]
        elif CALL.match(words):
            yield "deleted", head, stop, ["(void)0"]


def return_changes(words, returned):
    value = words[len("return "):].strip()
    if returned == "bool":
        return [] if value in ("true", "false") else [f"return !({value})"]
    if value == OK_OF[returned]:
        return [f"return {REFUSAL[returned]}"]
    if re.fullmatch(NAME, value):
        return [f"return {OK_OF[returned]}"]
    return [f"return (void)({value}), {OK_OF[returned]}"]


def flat(text):
    return " ".join(text.split())


def places_of(file, text):
    """A list for each place in the text that can be changed: the mutants of that place."""
    code = code_of(text)
    places = []
    for scope in scopes_of(code):
        name, _, start, end = scope
        changes = [*token_changes(code, start, end), *condition_changes(text, code, start, end),
                   *statement_changes(text, code, scope)]
        for kind, at, to, replacements in sorted(changes, key=lambda change: (change[1], change[2])):
            first = text.rfind("\n", 0, at) + 1
            last = text.find("\n", to)
            before = flat(text[first:last])
            places.append([
                Mutant(file, name, text.count("\n", 0, at) + 1, kind, at, to, new, before,
                       flat(text[first:at] + new + text[to:last])) for new in replacements])
    return places
