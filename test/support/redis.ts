import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { connectRedis, type RedisClient } from '../../src/platform/redis/connect.ts';

export interface TestRedis {
  url: string;
  connect(): Promise<RedisClient>;
  /** Stops the server's process without ending it, so that it accepts connections and answers nothing. */
  freeze(): void;
  thaw(): void;
  /** Stops the server. */
  stop(): Promise<void>;
}

function hasBinary(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Whether there is a redis-server binary on this machine. CI must have one. */
export const redisFound = hasBinary() || process.env.CI === 'true';

/** Starts a Redis server for one test, on a free port and without files. `options` are further arguments of redis-server. */
export async function startRedis(options: readonly string[] = [], { tls = false } = {}): Promise<TestRedis> {
  const port = await freePort();
  const url = `${tls ? 'rediss' : 'redis'}://127.0.0.1:${port}`;
  const at = tls ? ['--port', '0', '--tls-port', String(port)] : ['--port', String(port)];
  const child = spawn('redis-server', [...at, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('redis-server exited while starting')));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Ready to accept connections')) resolve();
    });
  });
  child.removeAllListeners('exit');
  return {
    url,
    connect: () => connectRedis(url, () => {}),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
