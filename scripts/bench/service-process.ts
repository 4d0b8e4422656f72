import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startCommand } from '../start-command.ts';
import { endProcess } from './child.ts';
import { hold } from './clean-up.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const POLL_MS = 5;
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 5000;

export interface ServiceProcess {
  child: ChildProcess;
  pid: number;
  url: string;
  /** Time from spawning the process to the first 200 from /readyz. */
  readyMs: number;
  stop(): Promise<void>;
}

export interface Settings {
  DATA_DIR: string;
  DATABASE_URL?: string;
  PORT?: string;
  SMTP_URL?: string;
  PAYMENTS?: 'sandbox';
  SECRET_KEY?: string;
  ROLE?: 'web' | 'jobs';
  WORKERS?: string;
}

/** Starts the service as `make start` does, with default settings except for `settings`, and waits until it is ready. Its log is discarded. */
export async function startService(settings: Settings): Promise<ServiceProcess> {
  const port = settings.PORT ?? String(await freePort());
  const env = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: port,
    TRUST_PROXY: '1',
    AGENT_RATE_LIMIT: '1000000000',
    DRAIN_SECONDS: '1',
    ...settings,
  };
  const { words, env: own } = await startCommand(settings.DATA_DIR);
  const started = performance.now();
  const child = spawn(process.execPath, words, { cwd: ROOT, env: { ...own, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  const stop = async () => {
    await endProcess(child);
    if (!settings.DATABASE_URL) await endEmbedded(settings.DATA_DIR);
  };
  await hold(child, stop);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(child, `${url}/readyz`);
  return { child, pid: child.pid as number, url, readyMs: performance.now() - started, stop };
}

async function untilReady(child: ChildProcess, address: string): Promise<void> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  while ((await statusOf(address)) !== 200) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the service exited while starting: ${said.trim()}`);
    if (Date.now() > deadline) throw new Error('the service did not become ready');
    await pause(POLL_MS);
  }
}

/** Returns null while nothing listens on the port. */
function statusOf(address: string): Promise<number | null> {
  return new Promise((resolve) => {
    get(address, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    }).on('error', () => resolve(null));
  });
}

/** Stops the PostgreSQL that a service leaves behind if it is stopped while starting. */
async function endEmbedded(dataDirectory: string): Promise<void> {
  const file = join(dataDirectory, 'postgres/data/postmaster.pid');
  const pidOf = async () => Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  const pid = await pidOf();
  if (!pid) return;
  try {
    process.kill(pid, 'SIGQUIT');
  } catch {
    return; // It has just ended.
  }
  for (const deadline = Date.now() + STOP_TIMEOUT_MS; (await pidOf()) && Date.now() < deadline; ) await pause(POLL_MS);
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
