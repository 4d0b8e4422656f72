import type { IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { type PublicPost, publicPost } from '../../src/platform/fetch/public-post.ts';
import { CERTIFICATE, startWebServer } from './web-server.ts';

/** The host name in the certificate. */
const NAME = 'pictures.example.org';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface WebhookReceiver {
  /** The URL of the receiver, with a host name that `post` treats as public. */
  url: string;
  /** The URL of a server in a private network, with a host name that its owner has pointed there. */
  hiddenUrl: string;
  /** Number of connections to that server. */
  readonly knocks: number;
  post: PublicPost;
  /** The deliveries received, oldest first. */
  received: Received[];
  /** The responses to the next deliveries, in order, followed by 204. `silent` sends no response. */
  answers: (number | 'silent' | { status: number; headers: Record<string, string> })[];
  close(): Promise<void>;
}

/** Starts a third-party endpoint that uses TLS. */
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
