import { spawn } from 'node:child_process';
import { hasProgram, inFolder } from './container.ts';
import { freePort } from './redis.ts';

export const haproxyFound = hasProgram('haproxy');

export const CONFIGURATION = inFolder('haproxy.cfg');

export interface Haproxy {
  port: number;
  stop(): void;
}

/** Starts the proxy of compose.yaml in front of two processes of the service on this machine, with a faster health check. */
export async function startHaproxy([first, second]: readonly [number, number], files?: { host: string; address: string }): Promise<Haproxy> {
  const port = await freePort();
  const env = {
    ...process.env,
    LISTEN: `127.0.0.1:${port}`,
    WEB_1: `127.0.0.1:${first}`,
    WEB_2: `127.0.0.1:${second}`,
    CHECK_EVERY: '200ms',
    FILES_HOST: files?.host ?? 'files.invalid',
    FILES: files?.address ?? '127.0.0.1:1',
  };
  const child = spawn('haproxy', ['-db', '-f', CONFIGURATION], { stdio: 'ignore', env });
  return { port, stop: () => void child.kill('SIGKILL') };
}
