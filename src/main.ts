import { readFile, writeFile } from 'node:fs/promises';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { type Config, ConfigError, readConfig } from './config.ts';
import { prepareDataDirectory } from './data-directory.ts';
import type { Demo } from './domain/upkeep/demo/seed-demo.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/database/embedded.ts';
import type { Service } from './service.ts';

try {
  await main(readConfig(process.env));
} catch (error) {
  const known = error instanceof ConfigError || process.env.LOG_LEVEL !== 'debug';
  console.error(`error: ${error instanceof Error ? (known ? error.message : error.stack) : String(error)}`);
  process.exit(1);
}

async function main(config: Config): Promise<void> {
  const directory = resolve(config.dataDirectory);
  await prepareDataDirectory(config);
  enableCompileCache(join(directory, 'compile-cache'));
  // Start PostgreSQL while the modules load.
  const [embedded, { startService }, { seedDemo }] = await Promise.all([
    config.databaseUrl === null ? startEmbeddedPostgres({ directory: join(directory, 'postgres') }) : null,
    import('./service.ts'),
    import('./domain/upkeep/demo/seed-demo.ts'),
  ]);
  // The first start writes the cache before it listens: otherwise Node writes it as the process ends, which takes seconds on a slow disk.
  flushCompileCache();
  try {
    let demo: Demo | null = null;
    const demoKey = () => (embedded ? (demo?.apiKey ?? null) : null);
    const service = await startService(config, config.databaseUrl ?? (embedded as EmbeddedPostgres).url, demoKey);
    stopOnSignal(service, embedded);
    const made = config.demoSeed ? await seedDemo({ db: service.database.db }) : null;
    demo = await rememberDemo(join(directory, 'demo.json'), made, embedded !== null);
    greet(service, demo);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Remembers the demo's credentials, which no database stores. With the embedded database, they are kept in a file readable only by its owner. */
async function rememberDemo(file: string, made: Demo | null, embedded: boolean): Promise<Demo | null> {
  if (!embedded) return made;
  if (made) await writeFile(file, JSON.stringify(made), { mode: 0o600 });
  return (
    made ??
    ((await readFile(file, 'utf8')
      .then(JSON.parse)
      .catch(() => null)) as Demo | null)
  );
}

function greet({ url }: Service, demo: Demo | null): void {
  const lines = [
    ['API', `${url}/api/v1/`],
    ['Reference', `${url}/docs`],
    ...(demo
      ? [
          ['Demo API key', demo.apiKey],
          ['Demo sign-in', `${demo.email} / ${demo.password}`],
        ]
      : []),
  ];
  console.error(`\nThe Learning Management Service is ready.\n${lines.map(([name = '', value]) => `  ${name.padEnd(13)} ${value}`).join('\n')}\n`);
}

function stopOnSignal(service: Service, embedded: EmbeddedPostgres | null): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await service.stop();
    await embedded?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}
