import { stat, utimes } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { run } from './run.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const LOCK = new URL('package-lock.json', import.meta.url);
const INSTALLED = new URL('node_modules/.package-lock.json', import.meta.url);

/** Installs the judges if they are missing or older than their lock file. */
export async function installJudges(): Promise<void> {
  if ((await modified(INSTALLED)) >= (await modified(LOCK))) return;
  console.log('Installing the judges ...');
  const { status, stdout, stderr } = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], FOLDER);
  if (status !== 0) throw new Error(`npm ci failed in ${FOLDER}\n${stdout}${stderr}`);
  const now = new Date();
  await utimes(INSTALLED, now, now);
}

async function modified(file: URL): Promise<number> {
  return (await stat(file).catch(() => null))?.mtimeMs ?? 0;
}
