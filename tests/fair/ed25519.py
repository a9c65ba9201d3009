"""Ed25519 as RFC 8032 has it (section 6), slowly: the twin of the server's signatures in tests."""
import hashlib

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def _digest(data):
    return int.from_bytes(hashlib.sha512(data).digest(), "little") % ORDER


def _add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(number, point):
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = _add(result, point)
        point, number = _add(point, point), number >> 1
    return result


def _x(y, sign):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if y >= P or (x * x - square) % P:
        return None
    return P - x if x % 2 != sign else x


_Y = 4 * pow(5, P - 2, P) % P
BASE = (_x(_Y, 0), _Y, 1, _x(_Y, 0) * _Y % P)


def _pack(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _unpack(data):
    number = int.from_bytes(data, "little")
    y = number % 2**255
    x = _x(y, number >> 255)
    return None if x is None else (x, y, 1, x * y % P)


def _expand(seed):
    digest = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(digest[:32], "little")
    return (scalar & (2**254 - 8)) | 2**254, digest[32:]


def public_key(seed):
    return _pack(_times(_expand(seed)[0], BASE))


def sign(seed, message):
    scalar, prefix = _expand(seed)
    public, r = _pack(_times(scalar, BASE)), _digest(prefix + message)
    point = _pack(_times(r, BASE))
    return point + ((r + _digest(point + public + message) * scalar) % ORDER).to_bytes(32, "little")


def fits(public, message, signature):
    a, r = _unpack(public), _unpack(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ORDER:
        return False
    left = _times(s, BASE)
    right = _add(r, _times(_digest(signature[:32] + public + message), a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 == (
        left[1] * right[2] - right[1] * left[2]) % P
