import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { destination, type Logger, pino } from 'pino';
import { type Config, ConfigError } from './config.ts';
import { installSubscriptions } from './domain/kernel/events/publish-event.ts';
import { enqueue } from './domain/kernel/jobs.ts';
import { createApp } from './http/app.ts';
import { currentExchange } from './http/exchange.ts';
import { openSessions } from './http/open-sessions.ts';
import { listen } from './http/server.ts';
import { SUBSCRIPTIONS } from './jobs/subscriptions.ts';
import { startJobs } from './jobs/worker.ts';
import { systemClock } from './platform/clock/clock.ts';
import { connectDatabase, type DatabaseHandle } from './platform/database/connect.ts';
import { migrate } from './platform/database/migrate.ts';
import { RedisWindow } from './platform/limits/redis-window.ts';
import { MemoryWindow } from './platform/limits/sliding-window.ts';
import { connectRedis, type RedisClient } from './platform/redis/connect.ts';
import { createKeyring } from './platform/secrets/keyring.ts';
import { openPorts } from './ports.ts';

/** Log lines are written in batches, after this time at the latest. */
const LOG_FLUSH_MS = 250;
const LOG_BUFFER_BYTES = 8 * 1024;

export interface Service {
  url: string;
  database: DatabaseHandle;
  /** Finishes the requests and jobs under way, then releases all resources. */
  stop(): Promise<void>;
}

/** Assembles the service around the database at `databaseUrl` and starts it.
 * @throws ConfigError with a one-line message for the person who starts the service */
export async function startService(config: Config, databaseUrl: string): Promise<Service> {
  const out = destination({ dest: 1, sync: false, minLength: LOG_BUFFER_BYTES, periodicFlush: LOG_FLUSH_MS });
  const logger = pino({ level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] }, out);
  const [contract, database, redis] = await Promise.all([
    readFile(new URL('../openapi.json', import.meta.url), 'utf8'),
    openDatabase(config, databaseUrl, logger),
    openRedis(config, logger),
  ]);
  let draining = false;
  const keyring = createKeyring(config.secretKey ?? (await keptSecret(join(config.dataDirectory, 'secret-key'))), config.oldSecretKeys);
  if (keyring.hasOldKeys) await enqueue(database.db, 'reseal_secrets', {}, { key: 'reseal_secrets' });
  // With port 0, the URL is unknown until the service listens.
  let base = config.publicUrl ?? `http://localhost:${config.port}`;
  const ports = await openPorts(config, { db: database.db, clock: systemClock, keyring, base: () => base });
  installSubscriptions(SUBSCRIPTIONS);
  const app = await createApp(
    {
      ports,
      limits: redis
        ? new RedisWindow(redis, new MemoryWindow(systemClock), (error) => logger.warn({ err: String(error) }, 'Redis failed; limits are counted locally'))
        : new MemoryWindow(systemClock),
      sessions: openSessions(database, redis, (error) => logger.warn({ err: String(error) }, 'session store error')),
      logger,
      settings: { ...config, agentQuota: { limit: config.agentRateLimit, windowSeconds: config.agentRateWindowSeconds } },
      readiness: async () => {
        const checks = {
          accepting: !draining,
          database: await answers(database.pool.query('select 1')),
          ...(redis ? { redis: await answers(redis.ping()) } : {}),
        };
        return { ready: checks.accepting && checks.database, checks };
      },
    },
    contract,
  );
  const server = await listen(app, config.host, config.port).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(
      error.code === 'EADDRINUSE' ? `port ${config.port} is in use; set PORT to another` : `cannot listen on ${config.host}:${config.port} (${error.code})`,
    );
  });
  base = config.publicUrl ?? `http://localhost:${server.port}`;
  const jobs = startJobs({ ...ports, base }, database.pool, logger);
  jobs.catch((error: unknown) => logger.error({ err: String(error) }, 'jobs could not be started'));
  return {
    url: base,
    database,
    async stop() {
      draining = true;
      await server.drain(config.drainSeconds);
      await jobs.then((runner) => runner.stop()).catch(() => {});
      ports.mailer.close();
      await database.db.destroy();
      await redis?.close();
      out.flushSync();
    },
  };
}

async function openDatabase(config: Config, url: string, logger: Logger): Promise<DatabaseHandle> {
  const database = connectDatabase({
    url,
    poolSize: config.databasePoolSize,
    onQuery: () => {
      const exchange = currentExchange.getStore();
      if (exchange) exchange.queries++;
    },
    onIdleError: (error) => logger.warn({ err: error.message }, 'an idle database connection was lost'),
  });
  await database.pool.query('select 1').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`cannot use the database of DATABASE_URL: ${error.message || error.code}`);
  });
  const ran = await migrate(database.db);
  await runMigrations({ pgPool: database.pool });
  if (ran.length) logger.info({ migrations: ran }, 'migrations applied');
  return database;
}

/** Returns the secret in `file`, creating it at the first start. Processes on several machines share a secret through SECRET_KEY. */
async function keptSecret(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw new ConfigError(`cannot write ${file} (${error.code}); set SECRET_KEY`);
  });
  return readFile(file, 'utf8');
}

async function openRedis({ redisUrl }: Config, logger: Logger): Promise<RedisClient | null> {
  if (redisUrl === null) return null;
  return connectRedis(redisUrl, (error) => logger.warn({ err: error.message }, 'Redis connection error')).catch((error: Error) => {
    throw new ConfigError(`cannot use the Redis of REDIS_URL: ${error.message}`);
  });
}

async function answers(asked: Promise<unknown>): Promise<boolean> {
  const slow = new Promise<boolean>((resolve) => setTimeout(resolve, 2000, false).unref());
  return Promise.race([
    asked.then(
      () => true,
      () => false,
    ),
    slow,
  ]);
}
