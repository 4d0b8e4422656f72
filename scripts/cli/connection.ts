import { chmod, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../src/platform/folders/make-folder.ts';
import { type Agent, agent, type Retry, type Session, session } from '../sdk/index.ts';
import { Failure, type Io, type Values } from './command.ts';

export const CONNECTION_OPTIONS = { url: { type: 'string' } } as const;

export function urlOf(values: Values, { env }: Io, fallback = 'http://localhost:3000'): string {
  const url = String(values.url ?? env.LMS_URL ?? fallback);
  if (!URL.canParse(url) || !/^https?:/i.test(url)) throw new Failure('the URL must start with http:// or https://');
  return url.replace(/\/+$/, '');
}

const retryOf = (io: Io): Partial<Retry> => ({ mostWaitSeconds: 4000, onWait: (seconds, reason) => io.err(`${reason}: waiting ${seconds} s\n`) });

/** @throws Failure if LMS_API_KEY holds no key */
export function keyOf({ env }: Io): string {
  const key = env.LMS_API_KEY ?? '';
  if (key === '') throw new Failure('there is no API key: set the environment variable LMS_API_KEY to your key');
  if (!/^[!-~]+$/.test(key)) throw new Failure('the environment variable LMS_API_KEY must contain an API key without spaces or line breaks');
  return key;
}

export function openAgent(values: Values, io: Io): Agent {
  return agent(keyOf(io), { url: urlOf(values, io), retry: retryOf(io) });
}

const sessionFile = ({ env }: Io): string => join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'lms', 'session.json');

/** Keeps a session for later commands, in a file that only the user of this computer can read. */
export async function keepSession(io: Io, url: string, cookie: string): Promise<string> {
  const file = sessionFile(io);
  await makeFolder(dirname(file), 0o700);
  await writeFile(file, JSON.stringify({ url, cookie }), { mode: 0o600 });
  // `mode` applies only to a file that did not exist before.
  await chmod(file, 0o600);
  return file;
}

/** Returns the session that is kept, or null if the file is missing or holds something else. */
const readKept = (io: Io): Promise<{ url: string; cookie: string } | null> =>
  readFile(sessionFile(io), 'utf8')
    .then(JSON.parse)
    .catch(() => null);

/** Keeps the new cookie of a session that an operation has renewed. */
export async function keepRenewed(io: Io, { cookie }: Session): Promise<void> {
  const kept = await readKept(io);
  if (kept && kept.cookie !== cookie) await keepSession(io, kept.url, cookie);
}

/** Returns the URL of the service that a session is kept for, unless another one is named. */
export const sessionUrlOf = async (values: Values, io: Io): Promise<string> => urlOf(values, io, (await readKept(io))?.url);

/** @throws Failure if nobody has signed in to the service */
export async function openSession(values: Values, io: Io): Promise<Session> {
  const kept = await readKept(io);
  const url = await sessionUrlOf(values, io);
  if (kept?.url !== url) throw new Failure(`you are not signed in to ${url}; run lms login --url ${url}`);
  return session({ url, cookie: kept.cookie, retry: retryOf(io) });
}
