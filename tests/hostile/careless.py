"""A server as nobody should write one, to see that an attack complains: it takes whatever comes, and answers
twice what asks for nothing, for a WebSocket with compression, and for commands that it has not read."""
import resource
import selectors
import socket
import threading

UPGRADED = (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n")
WELCOME = (b"HTTP/1.1 200 OK\r\nSet-Cookie: uth_session=anybody; Path=/\r\nContent-Length: 0\r\n\r\n")
REFUSAL = b"HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\nroot:"


class Careless(threading.Thread):
    """As a context; `closes`: each connection is closed behind its answer, else only when the client is gone."""

    def __init__(self, answer=2 * WELCOME, closes=False):
        super().__init__(daemon=True)
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        self.answer, self.closes, self.stopped = answer, closes, threading.Event()
        self.sockets, self.selector = {}, selectors.DefaultSelector()  # how many pieces each socket has sent
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self.listener.setblocking(False)
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.port = self.listener.getsockname()[1]

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        self.join()
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()
        self.selector.close()

    def run(self):
        while not self.stopped.is_set():
            for key, _ in self.selector.select(0.1):
                if key.fileobj is self.listener:
                    made = self.listener.accept()[0]
                    made.setblocking(False)
                    self.selector.register(made, selectors.EVENT_READ)
                else:
                    self.hear(key.fileobj)

    def hear(self, stream):
        try:
            data = stream.recv(1 << 20)
            if data and self.reply(stream, data):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self.sockets.pop(stream, None)
        self.selector.unregister(stream)
        stream.close()

    def reply(self, stream, data):
        """True: it is kept."""
        if stream in self.sockets:
            self.sockets[stream] += 1
            if self.sockets[stream] <= 2:
                text = b'{"type":"answer","id":%d,"ok":true}' % self.sockets[stream]
                stream.send(bytes([0x81, len(text)]) + text)
        elif b"Upgrade: " in data and not self.closes:
            self.sockets[stream] = 0
            stream.send(UPGRADED)
        elif b"\r\n\r\n" in data or self.closes:
            stream.send(self.answer)
            return not self.closes
        return True
