import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { destination, type Logger, pino } from 'pino';
import { type Config, ConfigError } from './config.ts';
import { createApp } from './http/app.ts';
import { currentExchange } from './http/exchange.ts';
import { openSessions } from './http/open-sessions.ts';
import { listen } from './http/server.ts';
import { startJobs } from './jobs/worker.ts';
import { openAiModel } from './platform/ai/openai-model.ts';
import { systemClock } from './platform/clock/clock.ts';
import { connectDatabase, type DatabaseHandle } from './platform/database/connect.ts';
import { migrate } from './platform/database/migrate.ts';
import { dnsResolver } from './platform/dns/dns-resolver.ts';
import { publicFetch } from './platform/fetch/public-fetch.ts';
import { publicPost } from './platform/fetch/public-post.ts';
import { openIdProviders } from './platform/identity/openid-providers.ts';
import { RedisWindow } from './platform/limits/redis-window.ts';
import { MemoryWindow } from './platform/limits/sliding-window.ts';
import { outboxMailer, smtpMailer } from './platform/mail/mailer.ts';
import { connectRedis, type RedisClient } from './platform/redis/connect.ts';
import { clamdScanner } from './platform/scanner/clamd.ts';
import { createKeyring, type Keyring } from './platform/secrets/keyring.ts';
import { httpSms } from './platform/sms/http-sms.ts';
import { outboxSms } from './platform/sms/sms-sender.ts';
import { diskStorage, sweepPartials } from './platform/storage/disk.ts';
import type { Storage } from './platform/storage/storage.ts';

/** Log lines are written together, at the latest after this time. */
const LOG_FLUSH_MS = 250;
const LOG_BUFFER_BYTES = 8 * 1024;

export interface Service {
  url: string;
  database: DatabaseHandle;
  /** Ends what is under way, then lets go of everything. */
  stop(): Promise<void>;
}

/** Puts the service together around a database that can be reached at `databaseUrl`, and starts it.
 * @throws ConfigError with one line for the person who starts it */
export async function startService(config: Config, databaseUrl: string): Promise<Service> {
  const out = destination({ dest: 1, sync: false, minLength: LOG_BUFFER_BYTES, periodicFlush: LOG_FLUSH_MS });
  const logger = pino({ level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] }, out);
  const [contract, database, redis] = await Promise.all([
    readFile(new URL('../openapi.json', import.meta.url), 'utf8'),
    openDatabase(config, databaseUrl, logger),
    openRedis(config, logger),
  ]);
  let draining = false;
  const keyring = createKeyring(config.secretKey ?? (await keptSecret(join(config.dataDirectory, 'secret-key'))));
  const sms = config.smsUrl ? httpSms(config.smsUrl, config.smsFrom) : outboxSms(join(config.dataDirectory, 'outbox'));
  const mailer = config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : outboxMailer(join(config.dataDirectory, 'outbox'), config.mailFrom);
  // With port 0 the address is known only once the service listens.
  let url = config.publicUrl ?? `http://localhost:${config.port}`;
  const storage = await openStorage(config, keyring, () => url);
  const dns = dnsResolver(config.dnsServers);
  const cnameTarget = config.cnameTarget ?? (config.publicUrl && new URL(config.publicUrl).hostname);
  const app = await createApp(
    {
      db: database.db,
      clock: systemClock,
      limits: redis
        ? new RedisWindow(redis, new MemoryWindow(systemClock), (error) => logger.warn({ err: String(error) }, 'Redis fails; limits count in this process'))
        : new MemoryWindow(systemClock),
      keyring,
      storage,
      dns,
      providers: openIdProviders(config.identityProviders),
      ai: config.ai && openAiModel(config.ai),
      scanner: config.clamd && clamdScanner(config.clamd),
      publicFetch: publicFetch(),
      sessions: openSessions(database, redis, (error) => logger.warn({ err: String(error) }, 'session store')),
      logger,
      settings: { ...config, cnameTarget, agentQuota: { limit: config.agentRateLimit, windowSeconds: config.agentRateWindowSeconds } },
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
  url = config.publicUrl ?? `http://localhost:${server.port}`;
  const jobs = startJobs(
    { db: database.db, clock: systemClock, mailer, sms, keyring, storage, dns, publicPost: publicPost(), cnameTarget, publicUrl: url },
    database.pool,
    logger,
  );
  jobs.catch((error: unknown) => logger.error({ err: String(error) }, 'jobs do not run'));
  return {
    url,
    database,
    async stop() {
      draining = true;
      await server.drain(config.drainSeconds);
      await jobs.then((runner) => runner.stop()).catch(() => {});
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
    onIdleError: (error) => logger.warn({ err: error.message }, 'an idle database connection died'),
  });
  await database.pool.query('select 1').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`cannot use the database of DATABASE_URL: ${error.message || error.code}`);
  });
  const ran = await migrate(database.db);
  await runMigrations({ pgPool: database.pool });
  if (ran.length) logger.info({ migrations: ran }, 'migrated');
  return database;
}

/** Made at the first start. Processes on several machines share one through SECRET_KEY. */
async function keptSecret(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw new ConfigError(`cannot write ${file} (${error.code}); set SECRET_KEY`);
  });
  return readFile(file, 'utf8');
}

/** The bucket's SDK is loaded only where there is a bucket. */
async function openStorage({ s3, dataDirectory }: Config, keyring: Keyring, base: () => string): Promise<Storage> {
  if (s3 === null) {
    const directory = join(dataDirectory, 'files');
    await sweepPartials(directory, systemClock.now());
    return diskStorage({ directory, secret: keyring.fileSecret, base, clock: systemClock });
  }
  const { s3Storage } = await import('./platform/storage/s3.ts');
  return s3Storage(s3, systemClock);
}

async function openRedis({ redisUrl }: Config, logger: Logger): Promise<RedisClient | null> {
  if (redisUrl === null) return null;
  return connectRedis(redisUrl, (error) => logger.warn({ err: error.message }, 'Redis connection')).catch((error: Error) => {
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
