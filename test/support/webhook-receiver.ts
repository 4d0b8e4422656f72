import type { IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { type PublicPost, publicPost } from '../../src/platform/fetch/public-post.ts';
import { CERTIFICATE, startWebServer } from './web-server.ts';

/** That of the certificate. */
const NAME = 'pictures.example.org';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface WebhookReceiver {
  /** Its address, under a name that is public to whoever asks by `post`. */
  url: string;
  /** Of a server in a private network, under a name that its owner has lead there. */
  hiddenUrl: string;
  /** Connections to that server. */
  readonly knocks: number;
  post: PublicPost;
  /** What it was sent, first to last. */
  received: Received[];
  /** What it says to the next ones, in order; then 204. `silent` says nothing. */
  answers: (number | 'silent' | { status: number; headers: Record<string, string> })[];
  close(): Promise<void>;
}

/** An endpoint of somebody else, over TLS. */
export async function startWebhookReceiver({ timeoutMs = 5000 } = {}): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const answers: WebhookReceiver['answers'] = [];
  const server = await startWebServer(
    async (req, res) => {
      received.push({ path: req.url ?? '', headers: req.headers, body: await text(req) });
      const answer = answers.shift() ?? 204;
      if (answer === 'silent') return;
      if (typeof answer === 'number') res.writeHead(answer).end();
      else res.writeHead(answer.status, answer.headers).end('said');
    },
    { tls: true },
  );
  let knocks = 0;
  const hidden = createServer((socket) => {
    knocks++;
    socket.destroy();
  });
  await new Promise<void>((ready) => hidden.listen(0, '127.0.0.1', ready));
  const { port: hiddenPort } = hidden.address() as AddressInfo;
  const here = { ca: CERTIFICATE, resolve: async () => [{ address: '127.0.0.1', family: 4 }], timeoutMs };
  const [allowed, strict] = [publicPost({ ...here, addresses: ['127.0.0.1'] }), publicPost(here)];
  return {
    url: `https://${NAME}:${server.port}/hook`,
    post: (address, headers, body) => (new URL(address).hostname === NAME ? allowed : strict)(address, headers, body),
    hiddenUrl: `https://elsewhere.example.org:${hiddenPort}/hook`,
    get knocks() {
      return knocks;
    },
    received,
    answers,
    close: async () => {
      await server.close();
      await new Promise((closed) => hidden.close(closed));
    },
  };
}
