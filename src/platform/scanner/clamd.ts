import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { VirusScanner } from './virus-scanner.ts';

const CONNECT_MS = 5000;
/** Maximum time without any data: scanning a large file takes long after it has been sent. */
const SILENCE_MS = 120_000;
const LONGEST_ANSWER = 4096;

/** Scans with the ClamAV daemon at `host` and `port`, using its INSTREAM command. StreamMaxLength must be at least the size of the largest file. */
export function clamdScanner({ host, port, silenceMs = SILENCE_MS }: { host: string; port: number; silenceMs?: number }): VirusScanner {
  return {
    async scan(content) {
      const socket = connect({ host, port });
      try {
        await connected(socket);
        socket.setTimeout(silenceMs, () => socket.destroy(new Error('the scanner stopped responding')));
        const answer = answerOf(socket);
        const sent = pipeline(framed(content), socket, { end: false }).catch((error: Error) => void socket.destroy(error));
        const text = await answer;
        content.destroy();
        await sent;
        return verdictOf(text);
      } finally {
        content.destroy();
        socket.destroy();
      }
    },
  };
}

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error('the scanner cannot be reached')));
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
}

/** Prefixes each chunk with its length, and ends with an empty chunk. */
async function* framed(content: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    yield Buffer.concat([length, chunk]);
  }
  yield Buffer.alloc(4);
}

function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')));
      else if (text.length > LONGEST_ANSWER) reject(new Error('the response of the scanner is too long'));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the scanner closed the connection')));
  });
}

function verdictOf(text: string): string | null {
  const [, result = ''] = /^stream: (.*)$/.exec(text) ?? [];
  if (result === 'OK') return null;
  const [, virus] = /^(.+) FOUND$/.exec(result) ?? [];
  if (virus === undefined) throw new Error(`the scanner could not scan the file: ${text.slice(0, 200)}`);
  return virus;
}
