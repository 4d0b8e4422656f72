import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { endProcess } from '../bench/child.ts';
import { hold } from '../bench/clean-up.ts';
import { freePort, startService } from '../bench/service-process.ts';
import { commandOf } from './tool.ts';

/** Environment of a journey. */
export interface ProxiedService {
  /** URL of the proxy, which compares every request and response with the contract. */
  SERVICE: string;
  /** URL of the service itself. */
  UPSTREAM: string;
  API_KEY: string;
  EMAIL: string;
  PASSWORD: string;
}

const DEMO_ATTEMPTS = 600;
const DEMO_PAUSE_MS = 50;
const PRISM = { package: '@stoplight/prism-cli', command: 'prism' };

/** Starts the service with its demo, and a validating proxy in front of it. */
export async function startProxiedService(contract: string, dataDirectory: string): Promise<ProxiedService> {
  const { url } = await startService({ DATA_DIR: dataDirectory });
  const demo = await demoOf(dataDirectory);
  return { SERVICE: await startProxy(contract, url), UPSTREAM: url, API_KEY: demo.apiKey, EMAIL: demo.email, PASSWORD: demo.password };
}

/** Waits for the secrets of the demo, which the service writes shortly after it is ready. */
async function demoOf(dataDirectory: string): Promise<{ apiKey: string; email: string; password: string }> {
  for (let attempt = 0; attempt < DEMO_ATTEMPTS; attempt++) {
    const text = await readFile(join(dataDirectory, 'demo.json'), 'utf8').catch(() => null);
    if (text) return JSON.parse(text);
    await pause(DEMO_PAUSE_MS);
  }
  throw new Error('the service did not create its demo');
}

async function startProxy(contract: string, upstream: string): Promise<string> {
  const port = await freePort();
  const args = [await commandOf(PRISM), 'proxy', contract, upstream, '--host', '127.0.0.1', '--port', String(port)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await hold(child, () => endProcess(child));
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('is listening')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`Prism exited with ${code}`)));
  });
  return `http://127.0.0.1:${port}`;
}
