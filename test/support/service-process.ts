import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { startCommand } from '../../scripts/start-command.ts';
import type { LogLine } from './log.ts';
import { freePort } from './redis.ts';

export interface ServiceProcess {
  child: ChildProcess;
  pid: number;
  port: number;
  url: string;
  /** The settings that it was started with. */
  env: Record<string, string>;
  /** Everything logged so far. */
  log: LogLine[];
  /** Everything written to standard error so far. */
  errors(): string;
  /** Sends the signal and returns the exit code, null if a signal ended the process. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the service as a process of its own, as `make start` does, and waits until it is ready. If somebody takes the free port, it takes another. */
export async function startServiceProcess(env: Record<string, string>): Promise<ServiceProcess> {
  for (;;) {
    try {
      return await startOnce(env);
    } catch (error) {
      if (env.PORT !== undefined || !/port \d+ is in use/.test(String(error))) throw error;
    }
  }
}

async function startOnce(env: Record<string, string>): Promise<ServiceProcess> {
  const port = Number(env.PORT ?? (await freePort()));
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !['DATABASE_URL', 'REDIS_URL', 'NODE_OPTIONS'].includes(name)));
  const { words, env: own } = await startCommand(env.DATA_DIR ?? '.data');
  const child = spawn(process.execPath, words, {
    env: { ...own, ...inherited, HOST: '127.0.0.1', PORT: String(port), AGENT_RATE_LIMIT: '1000000000', SECRET_KEY: 'x'.repeat(32), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: LogLine[] = [];
  let isKilled = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    try {
      log.push(JSON.parse(line));
    } catch (error) {
      // A process that is killed may leave its last line unfinished.
      if (!isKilled) throw error;
    }
  });
  let errors = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      errors += chunk;
      if (errors.includes('is ready')) resolve();
    });
    void ended.then((code) => reject(new Error(`the service ended with ${code}: ${errors}`)));
  });
  return {
    child,
    pid: child.pid as number,
    port,
    url: `http://127.0.0.1:${port}`,
    env,
    log,
    errors: () => errors,
    end: (signal = 'SIGTERM') => {
      isKilled ||= signal === 'SIGKILL';
      child.kill(signal);
      return ended;
    },
  };
}
