import { randomInt } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { issueKey } from '../../src/domain/identity/api-keys/issue-key.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { hold, releaseAll, releaseWhateverHappens } from '../bench/clean-up.ts';
import { temporaryFolder } from '../bench/seed.ts';
import { onServer } from '../on-server.ts';
import { Chance } from './chance.ts';
import { checkInvariants, checkWrites, settle } from './checks.ts';
import type { Setting } from './client.ts';
import { FAULTS, type Fault, inflict } from './faults.ts';
import { CrashingService } from './service.ts';
import { type Author, signUpMany, write } from './writers.ts';

const AUTHORS = 4;
const LONGEST_CALM_MS = 3000;
const CHECK_MS = 60_000;

/**
 * Kills the service, its connections and PostgreSQL's backends at random while clients write. Checks that nothing that was acknowledged is lost, nothing is
 * half done, no dead process keeps a job, and the service never ends by itself. Uses an embedded PostgreSQL, or a database for this run alone on the server of
 * DATABASE_URL. --seed reproduces the order of the faults; --rounds or --seconds bound the run.
 */
const { values } = parseArgs({ options: { seed: { type: 'string' }, rounds: { type: 'string' }, seconds: { type: 'string', default: '60' } } });
const seed = Number(values.seed ?? randomInt(1_000_000));
releaseWhateverHappens();
const faults = await crash(seed, Number(values.rounds ?? Number.POSITIVE_INFINITY), Number(values.seconds) * 1000).catch((error: Error) => [error.message]);
for (const fault of faults.slice(0, 50)) console.error(fault);
console.log(faults.length ? `${faults.length} faults; seed ${seed}` : `nothing was lost; seed ${seed}`);
if (faults.length) process.exitCode = 1;
await releaseAll();

async function crash(from: number, mostRounds: number, mostMs: number): Promise<string[]> {
  const chance = new Chance(from);
  const mails = await startMailServer();
  const database = await ownDatabase();
  const service = await hold(
    CrashingService.start({ DATA_DIR: await temporaryFolder(), SMTP_URL: mails.url, ...(database ? { DATABASE_URL: database } : {}) }),
    (made) => made.stop(),
  );
  const ended = new AbortController();
  const setting: Setting = { url: service.url, signal: ended.signal, wrong: [] };
  const authors = await newAuthors(service);
  const addresses: string[] = [];
  const work = [...authors.map((author, index) => write(setting, author, new Chance(from + index + 1))), signUpMany(setting, addresses, new Chance(from))];
  const inflicted: Partial<Record<Fault, number>> = {};
  const deadline = Date.now() + mostMs;
  for (let round = 0; round < mostRounds && Date.now() < deadline && !service.ends.length; round++) {
    await pause(chance.next() * LONGEST_CALM_MS);
    const fault = chance.of(FAULTS);
    inflicted[fault] = (inflicted[fault] ?? 0) + 1;
    await inflict(fault, service, chance);
  }
  ended.abort();
  await Promise.all(work);
  console.log(inflicted);
  console.log(`${authors.reduce((sum, { written }) => sum + written.length, 0)} objects created, ${addresses.length} sign-ups`);
  return [...service.ends, ...setting.wrong, ...(await check(service, authors)), ...unsent(addresses, mails.received)];
}

async function check(service: CrashingService, authors: Author[]): Promise<string[]> {
  const pool = await service.connect();
  try {
    const faults = [...(await settle(pool)), ...(await checkInvariants(pool))];
    const setting: Setting = { url: service.url, signal: AbortSignal.timeout(CHECK_MS), wrong: [] };
    const lost = await Promise.all(authors.map((author) => checkWrites(setting, pool, author)));
    return [...faults, ...lost.flat(), ...setting.wrong];
  } finally {
    await pool.end();
  }
}

/** Returns a fault for each address without an email. A job runs at least once: an email may arrive twice, but none is lost. */
function unsent(addresses: string[], received: Map<string, number>): string[] {
  const repeated = addresses.filter((address) => (received.get(address) ?? 0) > 1).length;
  console.log(`${received.size} addresses received an email, ${repeated} of them more than one`);
  return addresses.filter((address) => !received.has(address)).map((address) => `no mail to ${address}`);
}

async function startMailServer(): Promise<{ url: string; received: Map<string, number> }> {
  const received = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, { envelope }, done) => {
      stream.resume();
      stream.once('end', () => {
        for (const { address } of envelope.rcptTo) received.set(address, (received.get(address) ?? 0) + 1);
        done();
      });
    },
  });
  server.on('error', () => {});
  await hold(new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve())), () => new Promise<void>((resolve) => server.close(resolve)));
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received };
}

/** Creates a database for this run. Returns null if the service uses its embedded PostgreSQL. */
async function ownDatabase(): Promise<string | null> {
  const { DATABASE_URL } = process.env;
  if (!DATABASE_URL) return null;
  const name = `lms_crash_${process.pid}`;
  await hold(
    onServer(DATABASE_URL, (send) => send(`create database ${name}`)),
    () => onServer(DATABASE_URL, (send) => send(`drop database if exists ${name} with (force)`)),
  );
  const url = new URL(DATABASE_URL);
  url.pathname = `/${name}`;
  return url.href;
}

async function newAuthors(service: CrashingService): Promise<Author[]> {
  const pool = await service.connect();
  const { connectionString = '' } = pool.options;
  await pool.end();
  const { db } = connectDatabase({ url: connectionString, poolSize: 1, onIdleError: () => {} });
  try {
    const authors: Author[] = [];
    for (let number = 1; number <= AUTHORS; number++) {
      const organisationId = newId();
      const verified_at = new Date().toISOString();
      await db
        .insertInto('organisations')
        .values({ id: organisationId, subdomain: `crash-${number}`, name: 'Crash', verified_at })
        .execute();
      await db.insertInto('platform_subscriptions').values({ organisation_id: organisationId, plan_id: 'enterprise', status: 'active' }).execute();
      const scopes = { courses: 'edit', chapters: 'edit', lessons: 'edit', org_settings: 'edit' } as const;
      const { secret } = await issueKey(db, { organisationId, name: 'Crash', scopes, expiresAt: null });
      authors.push({ organisationId, secret, written: [] });
    }
    return authors;
  } finally {
    await db.destroy();
  }
}
