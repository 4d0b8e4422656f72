import { createServer, type Socket } from 'node:net';

/** A file that contains this text counts as infected. */
export const VIRUS = 'this is a virus';

/** How the daemon behaves. */
export type ClamdMood = 'well' | 'silent' | 'hanging up' | 'refusing' | 'babbling';

export interface Clamd {
  port: number;
  mood: ClamdMood;
  /** The contents sent for scanning, in order. */
  seen: Buffer[];
  close(): Promise<void>;
}

/** Starts a server that implements the INSTREAM command of clamd. */
export async function startClamd(mostBytes = 1024 * 1024): Promise<Clamd> {
  const sockets = new Set<Socket>();
  const clamd: Clamd = { port: 0, mood: 'well', seen: [], close };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (clamd.mood === 'hanging up') return void socket.destroy();
    let received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      if (clamd.mood === 'silent') return;
      received = Buffer.concat([received, chunk]);
      const answer = clamd.mood === 'babbling' ? 'x'.repeat(10_000) : clamd.mood === 'refusing' ? 'COMMAND READ TIMED OUT\0' : answerTo(received);
      if (answer !== null) socket.end(answer);
    });
  });
  const answerTo = (received: Buffer): string | null => {
    const command = 'zINSTREAM\0';
    if (received.length < command.length) return null;
    if (received.subarray(0, command.length).toString() !== command) return 'UNKNOWN COMMAND\0';
    const content: Buffer[] = [];
    for (let at = command.length; at + 4 <= received.length; ) {
      const length = received.readUInt32BE(at);
      at += 4;
      if (length === 0) {
        const whole = Buffer.concat(content);
        clamd.seen.push(whole);
        return whole.includes(VIRUS) ? 'stream: Test-Signature FOUND\0' : 'stream: OK\0';
      }
      if (at + length > received.length) return null;
      content.push(received.subarray(at, at + length));
      at += length;
      if (Buffer.concat(content).length > mostBytes) return 'INSTREAM size limit exceeded. ERROR\0';
    }
    return null;
  };
  async function close(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  clamd.port = (server.address() as { port: number }).port;
  return clamd;
}
