import type { IncomingMessage, Server } from 'node:http';

/** Maximum time without data in the middle of an upload. */
const SILENCE_MS = 60_000;
const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Closes the connection of a client that takes longer than this to send a body. Node's own limit would apply to long uploads, too. */
export function limitBodyTime(server: Server, milliseconds: number): void {
  server.on('request', (req) => {
    if (req.headers['transfer-encoding'] === undefined && !Number(req.headers['content-length'])) return;
    const deadline = setTimeout(() => {
      if (!req.complete) req.socket.destroy();
    }, milliseconds).unref();
    deadlines.set(req, deadline);
    for (const over of ['end', 'close'] as const) req.once(over, () => clearTimeout(deadline));
  });
}

/** Allows this body any amount of time, as long as data keeps arriving. */
export function waitForBody(req: IncomingMessage): void {
  clearTimeout(deadlines.get(req));
  req.setTimeout(SILENCE_MS, () => void req.socket.destroy());
}
