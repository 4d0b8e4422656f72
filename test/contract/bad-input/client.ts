import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export interface Sent {
  method: string;
  /** As it goes on the wire. */
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

/** Sends what is given, as it is given: no path is tidied up and no header added but the length. */
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

  /** Bytes on a connection of their own, and all that comes back until the other side closes it. `leave`: this side sends no more. */
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

/** Does `work` for every item, several at a time. */
export async function forEach<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}
