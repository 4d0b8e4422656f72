import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { reasonOf } from '../outages/reason.ts';
import { ScannerUnavailableError, type VirusScanner } from './virus-scanner.ts';

export interface ClamdSettings {
  host: string;
  port: number;
}

/** Time limits of a scan, in milliseconds. */
export interface ScanLimits {
  /** Limit for connecting, including the look-up of the host. */
  connect: number;
  /** Longest time without any data: scanning a large file takes long after it has been sent. */
  silence: number;
  /** Limit for the whole scan, because the daemon can read slowly. */
  total: number;
}

const LIMITS: ScanLimits = { connect: 5000, silence: 120_000, total: 1_200_000 };
const LONGEST_ANSWER = 4096;

/** Scans with the ClamAV daemon at `host` and `port`, using its INSTREAM command. StreamMaxLength must be at least the size of the largest file. */
export function clamdScanner({ host, port }: ClamdSettings, limits = LIMITS): VirusScanner {
  return {
    async scan(content) {
      const socket = connect({ host, port });
      const endAfter = (ms: number, reason: string) => setTimeout(() => socket.destroy(new Error(reason)), ms);
      const deadline = endAfter(limits.total, `the file was not scanned within ${limits.total / 1000} s`);
      let unreadable: unknown;
      content.once('error', (error) => {
        unreadable = error;
      });
      try {
        const connecting = endAfter(limits.connect, `no connection within ${limits.connect / 1000} s`);
        await connected(socket).finally(() => clearTimeout(connecting));
        socket.setTimeout(limits.silence, () => socket.destroy(new Error(`no response within ${limits.silence / 1000} s`)));
        const answer = answerOf(socket);
        const sent = pipeline(framed(content), socket, { end: false }).catch((error: Error) => void socket.destroy(error));
        const text = await answer;
        content.destroy();
        await sent;
        return verdictOf(text);
      } catch (error) {
        throw unreadable ?? (error instanceof ScannerUnavailableError ? error : new ScannerUnavailableError(`the scanner failed: ${reasonOf(error)}`, error));
      } finally {
        clearTimeout(deadline);
        content.destroy();
        socket.destroy();
      }
    },
  };
}

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
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
      else if (text.length > LONGEST_ANSWER) reject(new Error('its response is too long'));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('it closed the connection')));
  });
}

function verdictOf(text: string): string | null {
  const [, result = ''] = /^stream: (.*)$/.exec(text) ?? [];
  if (result === 'OK') return null;
  const [, virus] = /^(.+) FOUND$/.exec(result) ?? [];
  if (virus !== undefined) return virus;
  const hint = text.includes('size limit exceeded') ? '; set its StreamMaxLength to the size of the largest upload' : '';
  throw new ScannerUnavailableError(`the scanner could not scan the file: ${text.slice(0, 200)}${hint}`);
}
