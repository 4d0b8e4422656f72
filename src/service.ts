import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { destination, type Logger, pino } from 'pino';
import { createApp, createContentApp, createHealthApp } from './app.ts';
import { type Config, ConfigError } from './config.ts';
import { installSubscriptions } from './domain/kernel/events/publish-event.ts';
import { enqueue } from './domain/kernel/jobs.ts';
import type { Ports } from './domain/kernel/tools.ts';
import { openGauges } from './gauges.ts';
import { currentBase, noteStatement } from './http/exchange.ts';
import { createMetrics } from './http/metrics.ts';
import { openSessions } from './http/open-sessions.ts';
import { policyReader } from './http/policies.ts';
import { LIMITS } from './http/quotas.ts';
import { listen, type RunningServer } from './http/server.ts';
import type { DemoAccess, Services } from './http/services.ts';
import { JobCounts } from './jobs/job-counts.ts';
import { SUBSCRIPTIONS } from './jobs/subscriptions.ts';
import { JOB_NAMES } from './jobs/tasks.ts';
import { startJobs } from './jobs/worker.ts';
import { systemClock } from './platform/clock/clock.ts';
import { connectDatabase, type Database, type DatabaseHandle, JOB_LIMITS, PROBE_LIMITS } from './platform/database/connect.ts';
import { migrate } from './platform/database/migrate.ts';
import { connectionFailure } from './platform/database/outage.ts';
import { requireUsable } from './platform/database/requirements.ts';
import { ReplicaReads, readsOn, type StaleReads } from './platform/database/stale-reads.ts';
import { RedisWindow } from './platform/limits/redis-window.ts';
import { MemoryWindow } from './platform/limits/sliding-window.ts';
import { readableOutbox } from './platform/mail/outbox.ts';
import { outageOf } from './platform/outages/outage.ts';
import { OutageLog } from './platform/outages/outage-log.ts';
import { connectRedis, type RedisClient } from './platform/redis/connect.ts';
import { createKeyring } from './platform/secrets/keyring.ts';
import { tracing } from './platform/tracing/tracing.ts';
import { closePorts, openPorts } from './ports.ts';
import type { Membership } from './processes/worker.ts';

/** Maximum time after which a batch of log lines is written. */
const LOG_FLUSH_MS = 250;
const LOG_BUFFER_BYTES = 64 * 1024;
/** Maximum number of bytes that one write to a pipe shared by several processes may contain without being split (PIPE_BUF). */
const SHARED_WRITE_BYTES = 4096;
const READY_MS = 2000;
/** Time for the end of a stop, after requests and jobs: jobs are handed back, and connections close. */
const CLOSE_MS = 1000;
const END_MS = 2 * CLOSE_MS;

export interface Service {
  url: string;
  database: DatabaseHandle;
  ports: Ports;
  logger: Logger;
  /** Finishes the requests and jobs under way, then releases all resources. */
  stop(): Promise<void>;
}

const readContract = (): Promise<string> => readFile(new URL('../openapi.json', import.meta.url), 'utf8');

/** Writes a line as bytes: adding a line to waiting text would copy all of that text. The types of SonicBoom do not declare that it accepts bytes. */
const writeLine = (out: ReturnType<typeof destination>, line: string): void => void out.write(Buffer.from(line) as unknown as string);

/** Assembles the service around the database at `databaseUrl` and starts it. `demoKey` is described in `Services`; only workers have a `membership`.
 * @throws ConfigError with a one-line message for the person who starts the service */
export async function startService(config: Config, databaseUrl: string, demoKey: () => string | null, membership?: Membership): Promise<Service> {
  const maxWrite = membership ? SHARED_WRITE_BYTES : 2 * LOG_BUFFER_BYTES;
  const out = destination({ dest: 1, sync: false, minLength: maxWrite / 2, maxWrite, periodicFlush: LOG_FLUSH_MS, contentMode: 'buffer' });
  const logger = pino({ level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] }, { write: (line) => writeLine(out, line) });
  const { role, serves } = membership?.order ?? { role: config.role, serves: true };
  if (config.tracing) tracing.recorder = (await import('./platform/tracing/recorder.ts')).startRecorder();
  const own = createMetrics(LIMITS, config.revision);
  membership?.share(own);
  const metrics = { ...own, read: membership?.metrics ?? own.read };
  const outages = new OutageLog(logger, metrics.registry);
  const onFailure = (error: unknown) => {
    const outage = outageOf(error);
    if (outage) outages.report(outage);
    else logger.error({ err: String(error) }, 'rate limits or sessions failed');
  };
  const [databases, redis] = await Promise.all([openDatabases(config, databaseUrl, logger, outages), role === 'jobs' ? null : openRedis(config, outages)]);
  const { requests: database } = databases;
  openGauges(metrics, databases, redis);
  let draining = false;
  const keyring = createKeyring(config.secretKey ?? (await keptSecret(join(config.dataDirectory, 'secret-key'))), config.oldSecretKeys);
  if (keyring.hasOldKeys) await enqueue(database.db, 'reseal_secrets', {}, { key: 'reseal_secrets' });
  // With port 0, the URL is unknown until the service listens.
  let base = config.publicUrl ?? membership?.order.url ?? `http://localhost:${config.port}`;
  let contentPort: number | null = null;
  const ports = await openPorts(config, {
    db: database.db,
    clock: systemClock,
    keyring,
    base: () => currentBase(base),
    contentPort: () => contentPort,
    onOutage: (error) => outages.report(error),
    onFault: (error) => logger.error({ err: String(error) }, 'background work failed'),
  });
  if (config.allowPrivateWebhooks) logger.warn('WEBHOOK_ALLOW_PRIVATE: everybody who can create a webhook can make this process call into its private network');
  installSubscriptions(SUBSCRIPTIONS);
  const ownLimits = membership?.limits ?? new MemoryWindow(systemClock);
  const services: Services = {
    ports,
    limits: redis ? new RedisWindow(redis, ownLimits, onFailure) : ownLimits,
    staleReads: databases.staleReads,
    sessions: openSessions(database, redis, onFailure),
    logger,
    metrics,
    outages,
    settings: {
      ...config,
      isEmbedded: config.databaseUrl === null,
      contentHost: config.contentOrigin && new URL(config.contentOrigin).host,
      agentQuota: { limit: config.agentRateLimit, windowSeconds: config.agentRateWindowSeconds },
    },
    demoKey,
    demo: demoAccess(config, () => ({ db: database.db, base })),
    policyText: policyReader(join(config.dataDirectory, 'policies')),
    readiness: async () => {
      const [isUp, redisIsUp] = await Promise.all([answers(database.pool.query('select 1')), redis ? answers(redis.ping()) : null]);
      const checks = { accepting: !draining, database: isUp, ...(redisIsUp === null ? {} : { redis: redisIsUp }) };
      return { ready: checks.accepting && checks.database, checks };
    },
  };
  const listening = async () => listen(role === 'jobs' ? createHealthApp(services) : await createApp(services, readContract), config.host, config.port);
  const server = serves
    ? await listening().catch(async (error: NodeJS.ErrnoException) => {
        await databases.close();
        throw LISTENING.has(error.syscall ?? '') ? new ConfigError(listenRefusal(config, error.code)) : error;
      })
    : null;
  if (server) base = config.publicUrl ?? `http://localhost:${server.port}`;
  const contents = server && role !== 'jobs' ? await listenForContents(config, services, server.port) : null;
  contentPort = contents?.port ?? null;
  const jobs = role === 'web' ? null : startJobs({ ...ports, base }, databases.jobs, logger, outages, new JobCounts(metrics.registry, JOB_NAMES));
  return {
    // Processes that only run jobs are not behind the public address.
    url: server && role === 'jobs' ? `http://localhost:${server.port}` : base,
    database,
    ports,
    logger,
    async stop() {
      draining = true;
      const deadline = AbortSignal.timeout(Math.max(0, config.drainSeconds * 1000 - END_MS));
      await Promise.all([server?.drain(config.drainNoticeSeconds, deadline), contents?.drain(0, deadline), jobs?.stop(deadline)]);
      await closePorts(ports);
      await Promise.race([Promise.all([databases.close(), tracing.recorder?.stop()]), delay(CLOSE_MS, undefined, { ref: false })]);
      redis?.destroy();
      out.flushSync();
    },
  };
}

/**
 * Serves packages on a second port if the database is embedded, so that their scripts can read nothing that the first port serves. It is the next port if
 * that is free. With PUBLIC_URL, it is unknown how the port is reached from outside, and with several processes, each would need one.
 */
async function listenForContents({ contentOrigin, publicUrl, databaseUrl, host }: Config, services: Services, port: number): Promise<RunningServer | null> {
  if (contentOrigin !== null || publicUrl !== null || databaseUrl !== null) return null;
  const app = createContentApp(services);
  return listen(app, host, port + 1).catch(() => listen(app, host, 0));
}

/** Returns access to the demo's sign-in and mails in the browser, as long as nobody else's data and mails are in it. */
function demoAccess({ databaseUrl, demoSeed, smtpUrl, dataDirectory }: Config, tools: () => { db: Database; base: string }): DemoAccess | null {
  if (databaseUrl !== null || !demoSeed || smtpUrl !== null) return null;
  return {
    outbox: readableOutbox(join(dataDirectory, 'outbox')),
    read: async () => {
      const text = await readFile(join(dataDirectory, 'demo.json'), 'utf8').catch(() => null);
      if (text === null) return null;
      const { readDemo } = await import('./domain/upkeep/demo/read-demo.ts');
      return readDemo(tools(), JSON.parse(text));
    },
  };
}

/** System calls that fail if a server cannot listen. The last one looks up a name in HOST. */
const LISTENING: ReadonlySet<string> = new Set(['listen', 'bind', 'getaddrinfo']);

function listenRefusal({ host, port }: Config, code = ''): string {
  if (code === 'EADDRINUSE') return `port ${port} is in use; set PORT to another`;
  if (code === 'EACCES') return `this user may not listen on port ${port}; set PORT to one from 1024`;
  return `cannot listen on ${host} (${code}); set HOST to an address of this machine, 0.0.0.0 for all, or :: for all with IPv6`;
}

interface Databases {
  requests: DatabaseHandle;
  jobs: DatabaseHandle;
  staleReads: StaleReads;
  /** All connection pools, by purpose. */
  pools: Record<string, Pool>;
  close(): Promise<unknown>;
}

/** Opens separate connections for requests, jobs and operations with `x-stale`, so that none waits for another. */
async function openDatabases(config: Config, url: string, logger: Logger, outages: OutageLog): Promise<Databases> {
  const directUrl = config.databaseDirectUrl ?? url;
  let closing = false;
  // A pool ends before its connections are closed, so a PostgreSQL that is stopped right afterwards can still report its stop on them.
  const onIdleError = (error: Error) => {
    if (!closing) outages.report(connectionFailure(error));
  };
  const toPrimary = { url, pooled: config.databasePooled, onQuery: noteStatement, onIdleError };
  const requests = connectDatabase({ ...toPrimary, poolSize: config.databasePoolSize });
  const reports = connectDatabase({ ...toPrimary, poolSize: config.databaseReportPoolSize });
  const jobs = connectDatabase({ url: directUrl, poolSize: config.databaseJobPoolSize, limits: JOB_LIMITS, onIdleError });
  const refuse = (name: string) => (error: Error) => {
    throw new ConfigError(`cannot use the database of ${name}: ${error.message}`);
  };
  await requests.pool.query('select 1').catch(refuse('DATABASE_URL'));
  await requireUsable(jobs.pool).catch(refuse(config.databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'));
  const { applied, unknown } = await migrate(directUrl);
  if (applied.length) logger.info({ migrations: applied }, 'migrations applied');
  if (unknown.length) logger.warn({ migrations: unknown }, 'a newer release has migrated the database');
  const replica = openReplica(config, requests, reports, outages);
  return {
    requests,
    jobs,
    staleReads: replica?.reads ?? readsOn(reports.db),
    pools: { requests: requests.pool, reports: reports.pool, jobs: jobs.pool, ...(replica && { replica: replica.pool }) },
    close() {
      closing = true;
      return Promise.all([requests.db.destroy(), reports.db.destroy(), jobs.db.destroy(), replica?.close()]);
    },
  };
}

/** Opens the replica. The service also starts without it. */
function openReplica(config: Config, primary: DatabaseHandle, instead: DatabaseHandle, outages: OutageLog) {
  if (config.databaseReplicaUrl === null) return null;
  const toReplica = { url: config.databaseReplicaUrl, part: 'standby' as const, onIdleError: () => {} };
  const replica = connectDatabase({ ...toReplica, poolSize: config.databaseReportPoolSize, onQuery: noteStatement });
  const probe = connectDatabase({ ...toReplica, poolSize: 1, limits: PROBE_LIMITS });
  const reads = new ReplicaReads({
    primary,
    replica,
    probe,
    instead,
    mostLagSeconds: config.databaseReplicaMaxLagSeconds,
    onOutage: (error) => outages.report(error),
  });
  reads.start();
  const close = () => {
    reads.stop();
    return Promise.all([replica.db.destroy(), probe.db.destroy()]);
  };
  return { reads, pool: replica.pool, close };
}

/** Returns the secret in `file`, creating it at the first start. Processes on several machines share a secret through SECRET_KEY. */
async function keptSecret(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  const refuse = (verb: string) => (error: NodeJS.ErrnoException) => {
    throw new ConfigError(`cannot ${verb} ${file} (${error.code}); set SECRET_KEY, or DATA_DIR to another folder`);
  };
  // The file appears together with its content, so that an interruption does not leave an empty secret.
  const draft = `${file}-${randomBytes(8).toString('hex')}`;
  const kept = () => readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? '' : refuse('read')(error)));
  if (await kept()) return kept();
  try {
    await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
    await link(draft, file).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      // Earlier releases could leave an empty file.
      if (!(await kept())) await rename(draft, file);
    });
  } catch (error) {
    refuse('write')(error as NodeJS.ErrnoException);
  } finally {
    await rm(draft, { force: true });
  }
  return kept();
}

async function openRedis({ redisUrl }: Config, outages: OutageLog): Promise<RedisClient | null> {
  if (redisUrl === null) return null;
  try {
    const redis = await connectRedis(redisUrl, (error) => outages.report(error));
    await probe(redis);
    return redis;
  } catch (error) {
    throw new ConfigError(`cannot use the Redis of REDIS_URL: ${(error as Error).message}`);
  }
}

/** Runs the commands of sessions and limits once, so that missing permissions are noticed at the start. */
async function probe(redis: RedisClient): Promise<void> {
  const key = 'session:probe';
  await redis.set(key, '', { expiration: { type: 'EX', value: 1 } });
  await redis.get(key);
  await redis.del([key]);
  const limits = new RedisWindow(redis, new MemoryWindow(systemClock), (error) => {
    throw error;
  });
  await limits.take('probe', { limit: 1, windowSeconds: 1 });
}

/** Whether `asked` is fulfilled within two seconds. */
async function answers(asked: Promise<unknown>): Promise<boolean> {
  return Promise.race([
    asked.then(
      () => true,
      () => false,
    ),
    delay(READY_MS, false, { ref: false }),
  ]);
}
