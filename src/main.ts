// Signals are handled before anything else is loaded.
import './processes/stopping.ts';

import cluster from 'node:cluster';
import { readFile, writeFile } from 'node:fs/promises';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Config, ConfigError, misspeltSettings, readConfig } from './config.ts';
import { prepareDataDirectory } from './data-directory.ts';
import type { Demo } from './domain/upkeep/demo/seed-demo.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/database/embedded.ts';
import { letRequestsGoFirst, threadIds } from './platform/threads/priority.ts';
import { endOnSignal, stopping, untilStopped } from './processes/stopping.ts';
import { joinPrimary, type Membership } from './processes/worker.ts';

/**
 * Pause before the exit of a process that has just loaded everything, in which V8 finishes its background compilation. Otherwise, a compiling thread can
 * wait for the main thread to collect garbage while the main thread waits for it to end, for ever (nodejs/node#54918).
 */
const QUIET_MS = 250;

try {
  if (!cluster.isWorker)
    for (const { name, meant } of misspeltSettings(process.env)) console.error(`warning: ${name} is not a setting; did you mean ${meant}?`);
  await main(readConfig(process.env));
} catch (error) {
  await untilStopped();
  const known = error instanceof ConfigError || process.env.LOG_LEVEL !== 'debug';
  const text = error instanceof Error ? (known ? error.message : error.stack) : String(error);
  // A worker that cannot start has already reported the reason.
  if (text) console.error(`error: ${text}`);
  // Make would add an error line of its own, and has nothing left to do.
  if (process.env.MAKE_PID === String(process.ppid)) process.kill(process.ppid, 'SIGPIPE');
  await pause(QUIET_MS);
  process.exit(1);
}

interface Running {
  url: string;
  demo: Demo | null;
  /** The URL at which the first organisation is created. Null if there is one. */
  setupUrl: string | null;
  stop(): Promise<void>;
}

async function main(config: Config): Promise<void> {
  if (await prepareDataDirectory(config)) {
    const cache = join(resolve(config.dataDirectory), 'compile-cache');
    enableCompileCache(cache);
    // Workers and threads read the variable. `make start` also sets it, for the modules that are loaded before this one.
    process.env.NODE_COMPILE_CACHE ??= cache;
  }
  if (cluster.isWorker) await work(config, await joinPrimary());
  else await lead(config);
}

/** Runs the process that was started, which owns everything embedded. */
async function lead(config: Config): Promise<void> {
  // Start PostgreSQL while the modules load.
  const embedding = config.databaseUrl === null ? startEmbeddedPostgres({ directory: join(resolve(config.dataDirectory), 'postgres'), stopping }) : null;
  if (embedding) endOnSignal(embedding, (embedded) => embedded.stop(), null);
  try {
    const [embedded, start] = await Promise.all([embedding, config.workers === 1 ? loadService() : loadWorkers()]);
    const starting = start(config, config.databaseUrl ?? (embedded as EmbeddedPostgres).url);
    endOnSignal(starting, (running) => running.stop());
    greet(await starting, config.role);
  } catch (error) {
    await untilStopped();
    await (await embedding?.catch(() => null))?.stop();
    throw error;
  }
}

async function work(config: Config, membership: Membership): Promise<void> {
  const start = await loadService();
  const starting = start(config, membership.order.databaseUrl, membership);
  endOnSignal(starting, (running) => running.stop());
  const running = await starting;
  await membership.report({ url: running.url, demo: running.demo, setupUrl: running.setupUrl });
}

type Start = (config: Config, databaseUrl: string, membership?: Membership) => Promise<Running>;

async function loadWorkers(): Promise<Start> {
  const [{ startWorkers }, { pino }] = await Promise.all([import('./processes/primary.ts'), import('pino')]);
  return (config, databaseUrl) => startWorkers(config, databaseUrl, pino({ level: config.logLevel }));
}

async function loadService(): Promise<Start> {
  const [{ startService }, { hasOrganisations }] = await Promise.all([
    import('./service.ts'),
    import('./domain/organisations/organisations/has-organisations.ts'),
  ]);
  // The first start writes the cache before it listens. Otherwise, Node would write it when the process ends, which takes seconds on a slow disk.
  flushCompileCache();
  return async (config, databaseUrl, membership) => {
    let demo: Demo | null = null;
    const isEmbedded = config.databaseUrl === null;
    const role = membership?.order.role ?? config.role;
    if (role === 'jobs') letRequestsGoFirst(await threadIds());
    const demoKey = () => (isEmbedded ? (demo?.apiKey ?? null) : null);
    const service = await startService(config, databaseUrl, demoKey, membership);
    const file = join(resolve(config.dataDirectory), 'demo.json');
    const remember = (made: Demo) => (isEmbedded ? writeFile(file, JSON.stringify(made), { mode: 0o600 }) : Promise.resolve());
    const { db } = service.database;
    if (config.setup && role !== 'jobs') await (await import('./first-setup.ts')).setUpAsConfigured({ db, base: service.url }, config.setup);
    const made =
      config.demoSeed && !(await hasOrganisations(db)) ? await (await import('./domain/upkeep/demo/seed-demo.ts')).seedDemo(service.ports, remember) : null;
    demo = made ?? (isEmbedded ? await rememberedDemo(file) : null);
    // Visitors see the demo at once, and the activity of its people a moment later.
    if (demo?.creator && role !== 'jobs')
      void import('./domain/upkeep/demo/fill-demo.ts')
        .then(({ fillDemo }) => fillDemo({ ...service.ports, base: service.url }, (demo as Demo).email))
        .catch((error: unknown) => service.logger.error({ err: String(error) }, 'could not fill the demo'));
    const isPrinting = role !== 'jobs' && (membership?.order.url ?? null) === null && !(await hasOrganisations(db));
    const setupUrl = isPrinting ? await (await import('./domain/identity/accounts/first-setup.ts')).makeSetupLink({ db, base: service.url }) : null;
    return { url: service.url, demo, setupUrl, stop: () => service.stop() };
  };
}

/** Returns the demo's credentials, which no database stores. With the embedded database, they are kept in a file readable only by its owner. */
async function rememberedDemo(file: string): Promise<Demo | null> {
  return readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Demo,
    () => null,
  );
}

function greet({ url, demo, setupUrl }: Running, role: Config['role']): void {
  const surface = [
    ['API', `${url}/api/v1/`],
    ['Reference', `${url}/docs`],
  ];
  const lines = [
    ...(role === 'jobs' ? [['Jobs, health', `${url}/readyz`]] : surface),
    ...(setupUrl ? [['Set it up', setupUrl]] : []),
    ...(demo
      ? [
          ['Demo API key', demo.apiKey],
          ['Demo sign-in', `${demo.email} / ${demo.password}`],
          ...(demo.creator ? [['Demo creator', `${demo.creator.email} / ${demo.creator.password}`]] : []),
          ...(demo.learner ? [['Demo learner', `${demo.learner.email} / ${demo.learner.password}`]] : []),
        ]
      : []),
  ];
  console.error(`\nThe Learning Management Service is ready.\n${lines.map(([name = '', value]) => `  ${name.padEnd(13)} ${value}`).join('\n')}\n`);
}
