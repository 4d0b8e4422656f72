import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface HangingPeer {
  port: number;
  close(): Promise<void>;
}

/** A server that accepts connections and never answers. After `said`, if given, it sends a byte every few milliseconds for ever. */
export async function startHangingPeer(said?: string, port = 0): Promise<HangingPeer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (said !== undefined) {
      socket.write(said);
      const trickle = setInterval(() => socket.write('a'), 10);
      socket.once('close', () => clearInterval(trickle));
    }
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const NEVER_ACCEPTS = `
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:fs').writeSync(1, String(server.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

/** A port at which connections are neither established nor refused: the queue of a process that accepts none is full. */
export async function startBlackHole(): Promise<HangingPeer> {
  const child = spawn(process.execPath, ['-e', NEVER_ACCEPTS], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(text);
  const fillers = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.all(fillers.slice(0, 2).map((socket) => once(socket, 'connect')));
  return {
    port,
    close: async () => {
      for (const socket of fillers) socket.destroy();
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
