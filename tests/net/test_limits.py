"""What one client can cost the others: nothing."""
import os
import pathlib
import resource
import time

from client import Closed, NetTest, WebSocket, get, handshake, head_of, is_closed, main, raw
from client import read_response


class Slow(NetTest):
    def test_a_reader_who_stops_is_closed_and_his_neighbour_does_not_notice(self):
        server = self.serve(queue_bytes=100000)
        with WebSocket(server, receive=4096) as stopped, WebSocket(server) as neighbour:
            start = time.monotonic()
            stopped.send("flood 5000 1000")
            neighbour.send("hello")
            self.assertEqual(neighbour.read(), "hello")
            self.assertLess(time.monotonic() - start, 10)  # far from stall_seconds
            self.eventually(lambda: server.counters()["peers"] == 1)
            counters = server.counters()
            self.assertEqual((counters["dropped_slow"], counters["closed"]), (1, 1))
            neighbour.send("still here")
            self.assertEqual(neighbour.read(), "still here")
            self.assertTrue(is_closed(stopped.stream))

    def test_a_queue_holds_no_more_than_its_limit(self):
        """Many small messages count with what they cost, too."""
        server = self.serve(queue_bytes=100000, send_buffer=4096)
        with WebSocket(server, receive=4096) as stopped:
            stopped.send("flood 100000 1")
            self.eventually(lambda: server.counters()["dropped_slow"] == 1)
            self.assertLess(server.counters()["messages_out"], 20000)

    def test_a_reader_who_comes_back_in_time_gets_everything(self):
        server = self.serve(queue_bytes=4000000)
        with WebSocket(server, receive=4096) as ws:
            ws.send("flood 3000 1000")
            time.sleep(0.5)
            for _ in range(3000):
                self.assertEqual(len(ws.read()), 1000)

    def test_a_dropped_reader_who_reads_again_finds_out_why(self):
        server = self.serve(queue_bytes=200000)
        with WebSocket(server, receive=4096) as ws:
            ws.send("flood 300 1000")
            self.assertEqual(ws.close_code(), 1013)

    def test_a_stopped_reader_of_snapshots_gets_the_newest_only(self):
        server = self.serve(send_buffer=4096, queue_bytes=10000)
        with WebSocket(server, receive=4096) as stopped, WebSocket(server) as other:
            other.send("snapshots 5000 2000")
            seen = int(other.read().split()[0])
            while seen < 4999:
                seen = int(other.read().split()[0])
            got = [int(stopped.read().split()[0])]
            while got[-1] < 4999:
                got.append(int(stopped.read().split()[0]))
            self.assertEqual(got, sorted(set(got)))
            self.assertLess(len(got), 100)
            counters = server.counters()
            self.assertEqual(counters["dropped_slow"], 0)
            self.assertGreater(counters["replaced"], 4900)
            stopped.send("hello")
            self.assertEqual(stopped.read(), "hello")

    def test_a_stopped_reader_is_closed_even_when_his_queue_never_fills(self):
        server = self.serve(stall_seconds=1, send_buffer=4096)
        with WebSocket(server, receive=4096) as stopped:
            stopped.send("snapshots 100 16000")
            self.eventually(lambda: server.counters()["peers"] == 0)
            self.assertEqual(server.counters()["dropped_slow"], 1)

    def test_a_stopped_reader_is_closed_where_nothing_else_happens(self):
        server = self.serve(stall_seconds=1, send_buffer=4096)
        files = pathlib.Path(f"/proc/{server.process.pid}/fd")
        before = len(list(files.iterdir()))
        with WebSocket(server, receive=4096) as stopped:
            stopped.send("flood 200 1000")
            self.eventually(lambda: len(list(files.iterdir())) == before)
        self.assertEqual(server.counters()["dropped_slow"], 1)

    def test_a_stopped_reader_of_a_page_is_closed(self):
        server = self.serve(stall_seconds=1)
        with server.connect(receive=4096) as stream:
            stream.sendall(head_of(server, "GET", "/big"))
            self.eventually(lambda: server.counters()["connections"] == 1)


class Crowds(NetTest):
    def test_connections_above_the_total_are_turned_away_and_come_in_when_others_leave(self):
        server = self.serve(connections=5)
        held = [WebSocket(server) for _ in range(5)]
        self.assertEqual([ws.status for ws in held], [101] * 5)
        back, closed = raw(server, b"")
        self.assertTrue(closed)
        self.assertIn(back[:13], (b"HTTP/1.1 503 ", b""))
        held.pop().stream.close()
        self.assertGreaterEqual(self.asks(server)["refused_full"], 1)
        for ws in held:
            ws.send("here")
            self.assertEqual(ws.read(), "here")
            ws.stream.close()

    def test_one_address_may_hold_so_many_connections(self):
        server = self.serve(connections_per_address=4)
        held = [WebSocket(server) for _ in range(3)]
        with WebSocket(server) as fourth:
            self.assertEqual(fourth.status, 101)
            try:
                self.assertEqual(WebSocket(server).status, 503)
            except (Closed, ConnectionError):
                pass  # the answer may be lost, the door is shut all the same
        self.eventually(lambda: raw(server, head_of(server, "GET", "/"), 1)[0][9:12] == b"200")
        self.eventually(lambda: self.asks(server)["peers"] == 3)
        self.assertGreaterEqual(self.asks(server)["refused_address"], 1)
        for ws in held:
            ws.send("here")
            self.assertEqual(ws.read(), "here")
            ws.stream.close()

    def test_requests_of_one_address_are_limited_over_all_its_connections(self):
        # So few that a machine on which a request takes a third of a second still asks for more.
        server = self.serve(requests_per_second=2, requests_burst=10)
        self.assertEqual([get(server, "/").status for _ in range(10)], [200] * 10)
        # On a slow machine the next ones still have their share.
        self.eventually(lambda: get(server, "/").status == 429)
        self.eventually(lambda: self.handshake_is_put_off(server))
        time.sleep(2.5)  # has a share of 5
        self.assertEqual([get(server, "/").status for _ in range(4)], [200] * 4)
        self.eventually(lambda: get(server, "/").status == 429)

    def handshake_is_put_off(self, server):
        with WebSocket(server) as ws:
            return ws.status == 429 and ws.headers["retry-after"] == "5"

    def test_a_flood_of_half_handshakes_leaves_the_server_working(self):
        server = self.serve(connections_per_address=2000, header_seconds=2)
        data = handshake(server)
        held = []
        for i in range(500):
            stream = server.connect()
            stream.sendall(data[: i % len(data)])
            held.append(stream)
        with WebSocket(server) as ws:
            ws.send("hello")
            self.assertEqual(ws.read(), "hello")
        self.eventually(lambda: server.counters()["connections"] < 5)
        for stream in held:
            stream.close()

    def test_memory_for_each_silent_peer_is_small(self):
        """At most 64 KiB resident, and about a tenth of it in truth."""
        count = int(os.environ.get("NET_CROWD", "1000"))
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, count + 100), most))
        # Nobody here answers a ping while the others still connect, however long that takes.
        server = self.serve(
            connections_per_address=count + 10, ping_seconds=600, silent_seconds=900)
        get(server, "/")
        before = self.resident(server)
        held = [WebSocket(server) for _ in range(count)]
        grown = (self.resident(server) - before) / len(held)
        print(f"# {grown:.1f} KiB for each of {len(held)} peers")
        self.assertLess(grown, 64)
        for ws in held[:: len(held) // 10]:
            ws.send("hello")
            self.assertEqual(ws.read(), "hello")
        self.assert_idle(server)
        for ws in held:
            ws.stream.close()
        self.eventually(lambda: server.counters()["peers"] == 0)

    def asks(self, server):
        """The counters, as soon as there is room for the question."""
        while True:
            try:
                return server.counters()
            except (Closed, ConnectionError, ValueError):
                time.sleep(0.02)

    @staticmethod
    def resident(server):
        with open(f"/proc/{server.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))


if __name__ == "__main__":
    main()
