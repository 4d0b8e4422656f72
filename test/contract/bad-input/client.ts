import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export interface Sent {
  method: string;
  /** Sent exactly as given, without further encoding. */
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: Buffer;
  chunked?: boolean;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends requests exactly as given: it does not normalize paths, and the only header it adds is the length. */
export class Client {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });

  constructor(url: string) {
    this.#url = new URL(url);
  }

  send({ method, path, headers = {}, body, chunked = false }: Sent): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const length = body && !chunked ? { 'Content-Length': body.length } : {};
      const sending = request({ host: this.#url.hostname, port: this.#url.port, agent: this.#agent, method, path, headers: { ...length, ...headers } });
      sending.on('error', reject);
      sending.on('response', (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('error', reject).on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      });
      sending.end(body);
    });
  }

  /** Sends bytes on a new connection and returns everything received until the server closes it. With `leave`, this side closes after sending. */
  raw(bytes: string | Buffer, { leave = false } = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(this.#url.port), this.#url.hostname, () => {
        socket.write(bytes);
        if (leave) socket.end();
      });
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      socket.on('error', reject).on('close', () => resolve(readAnswer(text)));
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function readAnswer(bytes: string): Answer {
  const end = bytes.indexOf('\r\n\r\n');
  const [line = '', ...fields] = bytes.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 1).trim()]));
  return { status: Number(line.split(' ')[1]), headers, text: bytes.slice(end + 4) };
}

/** Calls `work` for every item, with several calls at a time. */
export async function forEach<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}
