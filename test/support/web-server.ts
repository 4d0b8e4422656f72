import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');

/** The certificate of the test servers, for 127.0.0.1 and pictures.example.org. Clients that use TLS must trust it. */
export const CERTIFICATE = fixture('tls-certificate.pem');
export const TLS_KEY = fixture('tls-key.pem');

export interface WebServer {
  port: number;
  url: string;
  close(): Promise<void>;
}

type Answer = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;

/** Starts a web server that only this machine can reach. */
export async function startWebServer(answer: Answer, { tls = false } = {}): Promise<WebServer> {
  const listener: RequestListener = (req, res) => void Promise.resolve(answer(req, res)).catch(() => res.destroy());
  const server: Server = tls ? createTlsServer({ key: TLS_KEY, cert: CERTIFICATE }, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
