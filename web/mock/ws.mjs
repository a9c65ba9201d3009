// The server's side of a WebSocket, as much as a stand-in needs: text frames, ping, close.
import { createHash } from 'node:crypto';

const guid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

export function upgrade(request, socket, onMessage, onClose) {
    const accept = createHash('sha1')
        .update(request.headers['sec-websocket-key'] + guid)
        .digest('base64');
    socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
            `Sec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: uth1\r\n\r\n`,
    );
    let held = Buffer.alloc(0);
    socket.on('data', (data) => {
        held = Buffer.concat([held, data]);
        for (let frame = take(); frame; frame = take()) {
            if (frame.opcode === 8) {
                socket.end();
            } else if (frame.opcode === 9) {
                socket.write(frameOf(frame.data, 10));
            } else if (frame.opcode === 1) {
                onMessage(frame.data.toString('utf8'));
            }
        }
    });
    socket.on('close', onClose);
    socket.on('error', () => socket.destroy());

    function take() {
        if (held.length < 6) {
            return null;
        }
        let size = held[1] & 127;
        let at = 2;
        if (size === 126) {
            size = held.readUInt16BE(2);
            at = 4;
        }
        if (held.length < at + 4 + size) {
            return null;
        }
        const mask = held.subarray(at, at + 4);
        const data = Buffer.from(held.subarray(at + 4, at + 4 + size));
        for (let i = 0; i < size; i++) {
            data[i] ^= mask[i % 4];
        }
        const opcode = held[0] & 15;
        held = held.subarray(at + 4 + size);
        return { opcode, data };
    }

    return {
        send: (text) => socket.writable && socket.write(frameOf(Buffer.from(text), 1)),
        drop: () => socket.destroy(),
    };
}

function frameOf(data, opcode) {
    const head =
        data.length < 126
            ? Buffer.from([128 | opcode, data.length])
            : data.length < 65536
              ? Buffer.from([128 | opcode, 126, data.length >> 8, data.length & 255])
              : Buffer.concat([Buffer.from([128 | opcode, 127, 0, 0, 0, 0]), int32(data.length)]);
    return Buffer.concat([head, data]);
}

function int32(number) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(number);
    return bytes;
}
