import { createServer } from 'node:net';

/**
 * The least that any server in Node.js takes: it finds the end of a request by its `content-length` and answers with fixed
 * bytes, whatever was asked. Its rate is the bound that the client and the sockets between them set.
 *
 * `node fixed-answer-server.js PORT BYTES`
 */
const [port, bytes] = process.argv.slice(2).map(Number);
const body = JSON.stringify({ TableNames: [], Table: { TableStatus: 'ACTIVE' }, filler: '' });
const padded = `${body.slice(0, -2)}${'x'.repeat(Math.max(0, (bytes ?? 0) - body.length))}"}`;
const answer = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/x-amz-json-1.0\r\ncontent-length: ${padded.length}\r\n\r\n${padded}`,
);
const server = createServer({ noDelay: true }, (socket) => {
  let missing = 0;
  let text = '';
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (;;) {
      if (missing === 0) {
        const end = text.indexOf('\r\n\r\n');
        if (end < 0) return;
        missing = end + 4 + Number(/content-length: *(\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
      }
      if (text.length < missing) return;
      text = text.slice(missing);
      missing = 0;
      socket.write(answer);
    }
  });
});
server.listen(port, '127.0.0.1');
