import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { connectRedis, type RedisClient } from '../../src/platform/redis/connect.ts';

export interface TestRedis {
  url: string;
  connect(): Promise<RedisClient>;
  /** Ends the server where it is this test's own. */
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

/** A redis-server binary on this machine. CI always has one. */
export const redisFound = hasBinary() || process.env.CI === 'true';

/** A Redis server of the test's own, on a free port, without files. `options` are further arguments of redis-server. */
export async function startRedis(options: readonly string[] = [], { tls = false } = {}): Promise<TestRedis> {
  const port = await freePort();
  const url = `${tls ? 'rediss' : 'redis'}://127.0.0.1:${port}`;
  const at = tls ? ['--port', '0', '--tls-port', String(port)] : ['--port', String(port)];
  const child = spawn('redis-server', [...at, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('redis-server ended at its start')));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Ready to accept connections')) resolve();
    });
  });
  child.removeAllListeners('exit');
  return {
    url,
    connect: () => connectRedis(url, () => {}),
    stop: () =>
      new Promise((resolve) => {
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
