import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { type PublicPost, publicPost } from '../../src/platform/fetch/public-post.ts';
import { CERTIFICATE, startWebServer } from './web-server.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface WebhookReceiver {
  /** Its address, under a name that is public to whoever asks by `post`. */
  url: string;
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
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  return {
    url: `https://pictures.example.org:${server.port}/hook`,
    post: publicPost({ addresses: ['127.0.0.1'], ca: CERTIFICATE, resolve, timeoutMs }),
    received,
    answers,
    close: server.close,
  };
}
