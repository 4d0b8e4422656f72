import { readFileSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import { availableParallelism } from 'node:os';
import { LEAST_JOB_CONNECTIONS } from './jobs/lanes.ts';
import type { OpenAiSettings } from './platform/ai/openai-model.ts';
import { serverUrls } from './platform/database/servers.ts';
import type { ProviderSettings } from './platform/identity/identity-providers.ts';
import { isLiveKey, type StripeSettings } from './platform/payments/stripe.ts';
import type { S3Settings } from './platform/storage/s3.ts';

/** Thrown if environment variables have unusable values. The message is for the person who starts the service: one line for each wrong variable. */
export class ConfigError extends Error {}

export interface Config {
  /** Whether this process serves requests, runs jobs, or does both. */
  role: 'all' | 'web' | 'jobs';
  /** Number of processes that share the port. With more than one, the process that is started only supervises them. */
  workers: number;
  host: string;
  port: number;
  /** Public base URL of the service, without a trailing slash. Null: the URL is derived from each request. */
  publicUrl: string | null;
  /** The origin from which packages play, without a trailing slash. Null: a second port on the embedded database, and none otherwise. */
  contentOrigin: string | null;
  /** URL of the web application that people use, without a trailing slash. Null: people use the pages of this service. */
  webAppUrl: string | null;
  /** Origins of front ends that may call the session surface from another host or port. */
  webOrigins: ReadonlySet<string>;
  /** Whether webhooks may be sent to private addresses and over http, for development. */
  allowPrivateWebhooks: boolean;
  /** Express's `trust proxy`: number of proxies in front of the service. */
  trustProxy: number;
  /** URL of the database. Null: the embedded PostgreSQL under `dataDirectory` is used. */
  databaseUrl: string | null;
  /** Number of connections for requests. */
  databasePoolSize: number;
  /** Number of connections for jobs. */
  databaseJobPoolSize: number;
  /** Whether `databaseUrl` leads to a pooler that shares connections by transaction, as PgBouncer's transaction mode does. */
  databasePooled: boolean;
  /** URL of the database without a pooler, for migrations and jobs. Null: `databaseUrl`. */
  databaseDirectUrl: string | null;
  /** URL of a streaming replica, for operations with `x-stale`. Null: these operations read on `databaseUrl`. */
  databaseReplicaUrl: string | null;
  /** Maximum lag of the replica. */
  databaseReplicaMaxLagSeconds: number;
  /** Number of connections for operations with `x-stale`: this many to the replica, and as many to the primary. */
  databaseReportPoolSize: number;
  /** Whether traces are sent to OTEL_EXPORTER_OTLP_ENDPOINT. */
  tracing: boolean;
  /** URL of Redis. Null: rate limits are counted in this process only. */
  redisUrl: string | null;
  /** The mail server. Null: mails are written to a folder under `dataDirectory`. */
  smtpUrl: string | null;
  /** Name of the service where it does not act for an organisation. */
  serviceName: string;
  mailFrom: string;
  /** URL of the SMS provider, with user name and password. Null: text messages are written to a folder under `dataDirectory`. */
  smsUrl: string | null;
  /** Number or name that text messages are sent from. Required if `smsUrl` is set. */
  smsFrom: string;
  /** OpenID Connect providers that users can sign in with. */
  identityProviders: ProviderSettings[];
  /** Host name that the CNAME record of a custom domain must point to. Null: the host of `publicUrl`. */
  cnameTarget: string | null;
  /** DNS servers as `address:port`. If empty, the machine's own servers are used. */
  dnsServers: string[];
  /** The bucket for files. Null: files are stored in a folder under `dataDirectory`. */
  s3: S3Settings | null;
  /** Address of the ClamAV daemon. Null: files are not scanned. */
  clamd: { host: string; port: number } | null;
  /** The language model. Null: none is configured. */
  ai: OpenAiSettings | null;
  /** The payment gateway. Null: payments are not possible. */
  payments: StripeSettings | 'sandbox' | null;
  /** The secret key of the service. Null: a key is generated once and kept under `dataDirectory`. */
  secretKey: string | null;
  /** Earlier values of `secretKey`. Data signed, hashed or sealed with them is still accepted. */
  oldSecretKeys: string[];
  dataDirectory: string;
  /** Whether an empty database is seeded with the demo organisation. By default, only the embedded database is. */
  demoSeed: boolean;
  /** The first organisation and its owner, for automated installations. Null: a person creates them. */
  setup: SetupSettings | null;
  /** Number of days for which entries of the audit log are kept; null: for ever. */
  auditLogDays: number | null;
  /** Minimum number of days for which webhook events are kept, with their deliveries. Its lower bound is longer than a delivery can be repeated. */
  webhookEventDays: number;
  /** Number of days for which background jobs that have failed for good are kept. */
  failedJobDays: number;
  /** Number of days for which exports of courses and of personal data can be downloaded. */
  exportDays: number;
  /** Number of days for which photos of answer sheets are kept after the result was posted. */
  sheetPhotoDays: number;
  /** Number of days for which requests to a language model to suggest a grade are kept, with the model's answers. */
  aiExchangeDays: number;
  agentRateLimit: number;
  agentRateWindowSeconds: number;
  qaHelpers: boolean;
  /** Largest photo of an answer sheet, in bytes. */
  scanMaxBytes: number;
  /** Maximum number of photos of answer sheets that wait to be read, in all organisations together. */
  scanQueueLimit: number;
  /** Which responses are checked against the contract: all (an invalid one becomes a 500), one in a hundred (an invalid one is logged), or none. */
  responseValidation: 'always' | 'sample' | 'off';
  metricsToken: string | null;
  /** The revision of the source, for the metrics. */
  revision: string | null;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** Maximum total time for a stop. */
  drainSeconds: number;
  /** Time for which `/readyz` reports the stop before connections are refused. */
  drainNoticeSeconds: number;
}

export interface SetupSettings {
  email: string;
  name: string;
  password: string;
  organisation: string;
  subdomain: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads every environment variable of the service. Called once.
 * @throws ConfigError */
export function readConfig(given: Environment): Config {
  const faults = new Set<string>();
  /** Continues after an invalid variable, so that all of them are reported at once. Nothing is returned in that case. */
  const read = <T>(make: () => T): T => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.add(error.message);
      return undefined as T;
    }
  };
  const env = { ...given, ...Object.assign({}, ...SECRETS.map((name) => read(() => fromFile(given, name)))) } as Environment;
  const config: Config = {
    role: read(() => role(env)),
    workers: read(() => workers(env)),
    host: read(() => text(env, 'HOST') ?? '0.0.0.0'),
    port: read(() => integer(env, 'PORT', 3000, 0, 65535)),
    publicUrl: read(() => plainUrl(env, 'PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null),
    contentOrigin: read(() => contentOrigin(env)),
    webAppUrl: read(() => webAppUrl(env)),
    webOrigins: read(() => webOrigins(env)),
    allowPrivateWebhooks: read(() => allowPrivateWebhooks(env)),
    trustProxy: read(() => integer(env, 'TRUST_PROXY', 0, 0, 10)),
    databaseUrl: read(() => databaseUrl(env, 'DATABASE_URL')),
    databasePoolSize: read(() => integer(env, 'DATABASE_POOL_SIZE', 10, 2, 200)),
    databaseJobPoolSize: read(() => integer(env, 'DATABASE_JOB_POOL_SIZE', 12, LEAST_JOB_CONNECTIONS, 200)),
    ...read(() => pooler(env)),
    databaseReplicaUrl: read(() => replica(env)),
    databaseReplicaMaxLagSeconds: read(() => integer(env, 'DATABASE_REPLICA_MAX_LAG_SECONDS', 10, 3, 3600)),
    databaseReportPoolSize: read(() => integer(env, 'DATABASE_REPORT_POOL_SIZE', 4, 1, 200)),
    tracing: read(() => traces(env)),
    redisUrl: read(() => redis(env)),
    smtpUrl: read(() => smtp(env)),
    serviceName: read(() => serviceName(env)),
    mailFrom: read(() => sender(env, 'MAIL_FROM') ?? `${serviceName(env)} <no-reply@localhost>`),
    ...read(() => sms(env)),
    identityProviders: read(() => identityProviders(env)),
    cnameTarget: read(() => hostName(env, 'CNAME_TARGET')),
    dnsServers: read(() => dnsServers(env)),
    s3: read(() => s3(env)),
    clamd: read(() => clamd(env)),
    ai: read(() => ai(env)),
    payments: read(() => payments(env)),
    ...read(() => secretKeys(env)),
    dataDirectory: read(() => text(env, 'DATA_DIR') ?? '.data'),
    demoSeed: read(() => flag(env, 'DEMO_SEED', text(env, 'DATABASE_URL') === null)),
    setup: read(() => setup(env)),
    auditLogDays: read(() => (text(env, 'AUDIT_LOG_DAYS') === null ? null : integer(env, 'AUDIT_LOG_DAYS', 0, 30, 36_500))),
    webhookEventDays: read(() => integer(env, 'WEBHOOK_EVENT_DAYS', 30, 10, 365)),
    failedJobDays: read(() => integer(env, 'FAILED_JOB_DAYS', 90, 1, 36_500)),
    exportDays: read(() => integer(env, 'EXPORT_DAYS', 7, 1, 365)),
    sheetPhotoDays: read(() => integer(env, 'SHEET_PHOTO_DAYS', 180, 1, 36_500)),
    aiExchangeDays: read(() => integer(env, 'AI_EXCHANGE_DAYS', 365, 1, 36_500)),
    agentRateLimit: read(() => integer(env, 'AGENT_RATE_LIMIT', 300, 1, 1_000_000_000)),
    agentRateWindowSeconds: read(() => integer(env, 'AGENT_RATE_WINDOW_SECONDS', 3600, 1, 86_400)),
    qaHelpers: read(() => flag(env, 'QA_HELPERS', false)),
    scanMaxBytes: read(() => integer(env, 'SCAN_MAX_BYTES', 12 * 1024 * 1024, 65_536, 32 * 1024 * 1024)),
    scanQueueLimit: read(() => integer(env, 'SCAN_QUEUE_LIMIT', 500, 1, 1_000_000)),
    responseValidation: read(() => choice(env, 'RESPONSE_VALIDATION', ['sample', 'always', 'off'])),
    metricsToken: read(() => text(env, 'METRICS_TOKEN')),
    revision: read(() => revision(env)),
    logLevel: read(() => choice(env, 'LOG_LEVEL', ['info', 'fatal', 'error', 'warn', 'debug', 'silent'])),
    drainSeconds: read(() => drainSeconds(env)),
    drainNoticeSeconds: read(() => drainNoticeSeconds(env)),
  };
  if (faults.size) throw new ConfigError([...faults].join('\nerror: '));
  return config;
}

/** The names of all variables. */
export const SETTINGS = [
  'AGENT_RATE_LIMIT',
  'AGENT_RATE_WINDOW_SECONDS',
  'AI_API_KEY',
  'AI_BASE_URL',
  'AI_EXCHANGE_DAYS',
  'AI_IMAGE_MODEL',
  'AI_TEXT_MODEL',
  'AI_TEXT_PRICES',
  'AUDIT_LOG_DAYS',
  'CLAMD_URL',
  'CNAME_TARGET',
  'CONTENT_ORIGIN',
  'DATABASE_DIRECT_URL',
  'DATABASE_JOB_POOL_SIZE',
  'DATABASE_POOLER',
  'DATABASE_POOL_SIZE',
  'DATABASE_REPLICA_MAX_LAG_SECONDS',
  'DATABASE_REPLICA_URL',
  'DATABASE_REPORT_POOL_SIZE',
  'DATABASE_URL',
  'DATA_DIR',
  'DEMO_SEED',
  'DNS_SERVERS',
  'DRAIN_NOTICE_SECONDS',
  'DRAIN_SECONDS',
  'EXPORT_DAYS',
  'FAILED_JOB_DAYS',
  'HOST',
  'IDENTITY_PROVIDERS',
  'LOG_LEVEL',
  'SERVICE_NAME',
  'MAIL_FROM',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'PAYMENTS',
  'PORT',
  'PUBLIC_URL',
  'QA_HELPERS',
  'REDIS_URL',
  'RESPONSE_VALIDATION',
  'REVISION',
  'ROLE',
  'S3_ACCESS_KEY_ID',
  'S3_BUCKET',
  'S3_ENDPOINT',
  'S3_FORCE_PATH_STYLE',
  'S3_REGION',
  'S3_SECRET_ACCESS_KEY',
  'SCAN_MAX_BYTES',
  'SCAN_QUEUE_LIMIT',
  'SECRET_KEY',
  'SECRET_KEY_OLD',
  'SETUP_EMAIL',
  'SETUP_NAME',
  'SETUP_ORGANISATION',
  'SETUP_PASSWORD',
  'SETUP_SUBDOMAIN',
  'SHEET_PHOTO_DAYS',
  'SMS_FROM',
  'SMS_URL',
  'SMTP_URL',
  'STRIPE_API_URL',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TRUST_PROXY',
  'WEBHOOK_ALLOW_PRIVATE',
  'WEBHOOK_EVENT_DAYS',
  'WEB_APP_URL',
  'WEB_ORIGINS',
  'WORKERS',
] as const;

type Setting = (typeof SETTINGS)[number];

/** Variables of programs beside the service. */
const OTHERS = /^LMS_/;

/** Returns the unknown variables whose names are close to those of known ones, each with the name that was probably meant. */
export function misspeltSettings(env: Environment): { name: string; meant: Setting }[] {
  const known: ReadonlySet<string> = new Set([...SETTINGS, ...SECRETS.map((name) => `${name}_FILE`)]);
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || OTHERS.test(name)) return [];
    const meant = SETTINGS.find((setting) => setting.length > SHORT && Math.abs(setting.length - name.length) <= CLOSE && distance(name, setting) <= CLOSE);
    return meant ? [{ name, meant }] : [];
  });
}

/** Names of at most this length are not suggested, because they are close to many others. */
const SHORT = 5;
const CLOSE = 2;

/** Returns the number of characters to add, remove or replace to turn one text into the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const character of one) {
    const next = [(row[0] ?? 0) + 1];
    for (const [index, wanted] of [...other].entries())
      next.push(Math.min((row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1, (row[index] ?? 0) + (character === wanted ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The variables that may hold secrets. The value of each can be in a file instead, named by the same variable with `_FILE`. */
const SECRETS = [
  'AI_API_KEY',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_URL',
  'IDENTITY_PROVIDERS',
  'METRICS_TOKEN',
  'REDIS_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SECRET_KEY',
  'SECRET_KEY_OLD',
  'SETUP_PASSWORD',
  'SMS_URL',
  'SMTP_URL',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const;

/** Reads a secret from a file. Whitespace around it is removed, because editors end files with a line break. */
function fromFile(env: Environment, name: (typeof SECRETS)[number]): Environment {
  const file = env[`${name}_FILE`] || null;
  if (file === null) return {};
  if (text(env, name) !== null) throw new ConfigError(`${name} and ${name}_FILE must not be set together`);
  return { [name]: secretIn(`${name}_FILE`, file) };
}

function secretIn(name: string, file: string): string {
  let content: string;
  try {
    content = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`${name} cannot be read: ${file} (${(error as NodeJS.ErrnoException).code})`);
  }
  if (content === '') throw new ConfigError(`${name} is empty: ${file}`);
  return content;
}

function revision(env: Environment): string | null {
  const value = text(env, 'REVISION');
  if (value !== null && !/^[\w.+-]{1,64}$/.test(value)) throw new ConfigError(`REVISION must be a hash or a name of at most 64 characters, not "${value}"`);
  return value;
}

/** Reads the first organisation and its owner. There is no default password: if one of the variables is set, all must be. */
function setup(env: Environment): SetupSettings | null {
  const [email, name, password, organisation, subdomain] = (
    ['SETUP_EMAIL', 'SETUP_NAME', 'SETUP_PASSWORD', 'SETUP_ORGANISATION', 'SETUP_SUBDOMAIN'] as const
  ).map((setting) => text(env, setting));
  if (email && name && password && organisation && subdomain) return { email, name, password, organisation, subdomain };
  if (email || name || password || organisation || subdomain)
    throw new ConfigError('SETUP_EMAIL, SETUP_NAME, SETUP_PASSWORD (or SETUP_PASSWORD_FILE), SETUP_ORGANISATION and SETUP_SUBDOMAIN must be set together');
  return null;
}

const MOST_WORKERS = 64;

function role(env: Environment): Config['role'] {
  const value = choice(env, 'ROLE', ['all', 'web', 'jobs']);
  if (value !== 'all' && text(env, 'DATABASE_URL') === null)
    throw new ConfigError(`ROLE=${value} needs DATABASE_URL, because processes with the other role cannot use the embedded PostgreSQL of this process`);
  return value;
}

const workers = (env: Environment): number =>
  text(env, 'WORKERS') === 'auto' ? Math.min(availableParallelism(), MOST_WORKERS) : integer(env, 'WORKERS', 1, 1, MOST_WORKERS);

/** Returns the value of a variable, or null if it is unset or empty. */
const text = (env: Environment, name: Setting): string | null => env[name] || null;

function integer(env: Environment, name: Setting, fallback: number, least: number, most: number): number {
  const value = text(env, name);
  if (value === null) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${value}"`);
  return number;
}

function flag(env: Environment, name: Setting, fallback: boolean): boolean {
  const value = text(env, name);
  if (value === null) return fallback;
  if (value !== '0' && value !== '1') throw new ConfigError(`${name} must be 0 or 1, not "${value}"`);
  return value === '1';
}

/** Reads CONTENT_ORIGIN. Scripts of packages must not share a host with sessions, because cookies ignore ports. */
function contentOrigin(env: Environment): string | null {
  const value = plainUrl(env, 'CONTENT_ORIGIN', ['http:', 'https:'])?.replace(/\/$/, '') ?? null;
  if (value === null) return null;
  const { origin, hostname } = new URL(value);
  if (origin !== value.toLowerCase()) throw new ConfigError(`CONTENT_ORIGIN must be an origin, such as https://content.example.org, not "${value}"`);
  for (const name of ['PUBLIC_URL', 'WEB_APP_URL'] as const) {
    const other = plainUrl(env, name, ['http:', 'https:']);
    if (other !== null && new URL(other).hostname === hostname) throw new ConfigError(`CONTENT_ORIGIN must have a different host name from ${name}`);
  }
  return origin;
}

const webAppUrl = (env: Environment): string | null => plainUrl(env, 'WEB_APP_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null;

/** Reads the origins of front ends. The web application itself is one of them. */
function webOrigins(env: Environment): ReadonlySet<string> {
  const listed = (text(env, 'WEB_ORIGINS') ?? '').split(',').map((origin) => origin.trim().replace(/\/$/, ''));
  const origins = listed.filter(Boolean).map((origin) => {
    const url = URL.parse(origin);
    if (url?.origin !== origin.toLowerCase() || !['http:', 'https:'].includes(url.protocol))
      throw new ConfigError(`WEB_ORIGINS must be origins, separated by commas: https://app.example.org,http://localhost:5173; not "${origin}"`);
    return url.origin;
  });
  const own = webAppUrl(env);
  return new Set([...origins, ...(own === null ? [] : [new URL(own).origin])]);
}

/** Reads whether webhooks may be sent to private addresses. Anyone who can create a webhook could then call into the private network of a shared service. */
function allowPrivateWebhooks(env: Environment): boolean {
  const wanted = choice(env, 'WEBHOOK_ALLOW_PRIVATE', ['0', '1', 'force']);
  if (wanted === '1' && text(env, 'DATABASE_URL') !== null)
    throw new ConfigError(
      'WEBHOOK_ALLOW_PRIVATE=1 is only for development and cannot be combined with DATABASE_URL; to allow this anyway, set WEBHOOK_ALLOW_PRIVATE=force',
    );
  return wanted !== '0';
}

const LEAST_SECRET = 32;

/** Reads the secret keys. No part of a value is repeated in an error message. */
function secretKeys(env: Environment): { secretKey: string | null; oldSecretKeys: string[] } {
  const secretKey = text(env, 'SECRET_KEY');
  const oldSecretKeys = (text(env, 'SECRET_KEY_OLD') ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean);
  if (secretKey !== null && secretKey.length < LEAST_SECRET) throw new ConfigError(`SECRET_KEY must have at least ${LEAST_SECRET} characters`);
  const short = oldSecretKeys.findIndex((key) => key.length < LEAST_SECRET);
  if (short !== -1) throw new ConfigError(`SECRET_KEY_OLD must be a list of keys with at least ${LEAST_SECRET} characters each; key ${short + 1} is shorter`);
  if (oldSecretKeys.length && secretKey === null) throw new ConfigError('SECRET_KEY must be set if SECRET_KEY_OLD is set');
  if (secretKey !== null && oldSecretKeys.includes(secretKey)) throw new ConfigError('SECRET_KEY_OLD must not contain SECRET_KEY');
  return { secretKey, oldSecretKeys };
}

const drainSeconds = (env: Environment): number => integer(env, 'DRAIN_SECONDS', 10, 0, 300);

/** Reads how long a stop is announced. The default is 0 on the embedded database, where there is no load balancer. */
function drainNoticeSeconds(env: Environment): number {
  const inAll = drainSeconds(env);
  const usual = text(env, 'DATABASE_URL') === null ? 0 : Math.min(5, Math.floor(inAll / 2));
  const seconds = integer(env, 'DRAIN_NOTICE_SECONDS', usual, 0, 300);
  if (seconds > inAll) throw new ConfigError('DRAIN_NOTICE_SECONDS must not be longer than DRAIN_SECONDS, which includes it');
  return seconds;
}

/** Reads a URL that may name several servers. */
function databaseUrl(env: Environment, name: Setting): string | null {
  const value = text(env, name);
  for (const one of value === null ? [] : serverUrls(value)) url({ [name]: one }, name, ['postgres:', 'postgresql:']);
  return value;
}

function pooler(env: Environment): Pick<Config, 'databasePooled' | 'databaseDirectUrl'> {
  const databasePooled = choice(env, 'DATABASE_POOLER', ['none', 'transaction']) === 'transaction';
  const databaseDirectUrl = databaseUrl(env, 'DATABASE_DIRECT_URL');
  if (databasePooled && (text(env, 'DATABASE_URL') === null || databaseDirectUrl === null))
    throw new ConfigError(
      'DATABASE_POOLER=transaction needs both DATABASE_URL (the pooler) and DATABASE_DIRECT_URL (the server), because jobs wait for notifications',
    );
  return { databasePooled, databaseDirectUrl };
}

/** Reads whether traces are sent. The library for traces reads the variables itself. */
function traces(env: Environment): boolean {
  const endpoints = (['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const).map((name) => url(env, name, ['http:', 'https:']));
  return endpoints.some((endpoint) => endpoint !== null) && env.OTEL_SDK_DISABLED?.toLowerCase() !== 'true';
}

function replica(env: Environment): string | null {
  const value = databaseUrl(env, 'DATABASE_REPLICA_URL');
  if (value !== null && text(env, 'DATABASE_URL') === null)
    throw new ConfigError('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded PostgreSQL has no replica');
  return value;
}

const CLAMD_PORT = 3310;

function clamd(env: Environment): Config['clamd'] {
  const address = url(env, 'CLAMD_URL', ['tcp:']);
  if (address === null) return null;
  const { hostname, port, username, pathname, search, hash } = new URL(address);
  if (hostname === '' || username || !['', '/'].includes(pathname) || search || hash) throw new ConfigError('CLAMD_URL must be tcp://host:port');
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? CLAMD_PORT : Number(port) };
}

function ai(env: Environment): OpenAiSettings | null {
  const [baseUrl, textModel, imageModel] = [plainUrl(env, 'AI_BASE_URL', ['http:', 'https:']), text(env, 'AI_TEXT_MODEL'), text(env, 'AI_IMAGE_MODEL')];
  if (baseUrl === null && textModel === null && imageModel === null) return null;
  if (baseUrl === null || textModel === null || imageModel === null)
    throw new ConfigError('AI_BASE_URL, AI_TEXT_MODEL and AI_IMAGE_MODEL must be set together');
  return { baseUrl, apiKey: text(env, 'AI_API_KEY'), textModel, imageModel, prices: aiPrices(env) };
}

const STRIPE_NAMES = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_CONNECT_WEBHOOK_SECRET'] as const;

/** Reads the payment gateway: by default, the sandbox on the embedded database. No part of a value is repeated in an error message. */
function payments(env: Environment): Config['payments'] {
  const given = STRIPE_NAMES.filter((name) => text(env, name) !== null);
  const secretKey = text(env, 'STRIPE_SECRET_KEY') ?? '';
  if (choice(env, 'PAYMENTS', ['auto', 'sandbox']) === 'sandbox') {
    if (isLiveKey(secretKey))
      throw new ConfigError('PAYMENTS=sandbox cannot be combined with a live STRIPE_SECRET_KEY, because real orders and sandbox orders would be mixed');
    return 'sandbox';
  }
  if (given.length === 0) return text(env, 'DATABASE_URL') === null ? 'sandbox' : null;
  if (given.length < STRIPE_NAMES.length) throw new ConfigError(`${STRIPE_NAMES.join(', ')} must be set together`);
  if (!/^(sk|rk)_(live|test)_[!-~]+$/.test(secretKey))
    throw new ConfigError('STRIPE_SECRET_KEY must be a secret or restricted key: sk_live_... or rk_live_...');
  return {
    secretKey,
    apiUrl: stripeUrl(env),
    webhookSecrets: signingSecrets(env, 'STRIPE_WEBHOOK_SECRET'),
    connectWebhookSecrets: signingSecrets(env, 'STRIPE_CONNECT_WEBHOOK_SECRET'),
  };
}

const MOST_SIGNING_SECRETS = 2;

/** Reads one or two signing secrets; two, so that one can replace the other without a gap. */
function signingSecrets(env: Environment, name: Setting): string[] {
  const secrets = (text(env, name) ?? '').split(',').map((secret) => secret.trim());
  if (secrets.length > MOST_SIGNING_SECRETS || secrets.some((secret) => !/^whsec_[!-~]+$/.test(secret)))
    throw new ConfigError(`${name} must be a signing secret, or two separated by a comma: whsec_...`);
  return secrets;
}

function stripeUrl(env: Environment): string {
  const value = plainUrl(env, 'STRIPE_API_URL', ['http:', 'https:']) ?? 'https://api.stripe.com';
  if (!isPrivate(value) || new URL(value).pathname !== '/') throw new ConfigError('STRIPE_API_URL must be https:// followed by a host, without a path');
  return value;
}

function aiPrices(env: Environment): OpenAiSettings['prices'] {
  const prices = text(env, 'AI_TEXT_PRICES');
  if (prices === null) return null;
  const parts = /^([A-Z]{3}) (\d{1,6}(?:\.\d{1,6})?) (\d{1,6}(?:\.\d{1,6})?)$/.exec(prices);
  if (!parts) throw new ConfigError('AI_TEXT_PRICES must be a currency and the prices of a million input tokens and a million output tokens: USD 0.40 1.60');
  return { currency: parts[1] as string, input: Number(parts[2]), output: Number(parts[3]) };
}

function s3(env: Environment): S3Settings | null {
  const bucket = text(env, 'S3_BUCKET');
  if (bucket === null) return null;
  const [accessKeyId, secretAccessKey] = [text(env, 'S3_ACCESS_KEY_ID'), text(env, 'S3_SECRET_ACCESS_KEY')];
  if ((accessKeyId === null) !== (secretAccessKey === null)) throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
  return {
    bucket,
    region: text(env, 'S3_REGION') ?? 'us-east-1',
    endpoint: plainUrl(env, 'S3_ENDPOINT', ['http:', 'https:']),
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
    forcePathStyle: flag(env, 'S3_FORCE_PATH_STYLE', false),
  };
}

/** Reads a variable that has one of these values. The first choice is the default. */
function choice<T extends string>(env: Environment, name: Setting, choices: readonly [T, ...T[]]): T {
  const value = text(env, name);
  if (value === null) return choices[0];
  if (!choices.includes(value as T)) throw new ConfigError(`${name} must be one of ${choices.join(', ')}, not "${value}"`);
  return value as T;
}

/** Reads a URL. The value is not repeated in the error message, because it may contain a password. */
function url(env: Environment, name: Setting, protocols: string[]): string | null {
  const parsed = parsedUrl(env, name, protocols);
  if (parsed === null) return null;
  const { username, password, pathname, search, hash } = parsed;
  // An unescaped slash in a password ends the host, so that the rest of the password and the real host become a part of the path.
  const isCut = username === '' && password === '' && `${pathname}${search}${hash}`.includes('@');
  if (isCut || !isEscaped(username) || !isEscaped(password)) throw invalidUrl(name);
  return text(env, name);
}

/** Reads a URL that other paths are appended to. */
function plainUrl(env: Environment, name: Setting, protocols: string[]): string | null {
  const parsed = parsedUrl(env, name, protocols);
  if (parsed === null) return null;
  const value = text(env, name) ?? '';
  if (parsed.username || parsed.password || /[?#]/.test(value)) throw new ConfigError(`${name} must be a URL without a user name, a query or a fragment`);
  return value;
}

function parsedUrl(env: Environment, name: Setting, protocols: string[]): URL | null {
  const value = text(env, name);
  if (value === null) return null;
  if (!protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`)))
    throw new ConfigError(`${name} must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
  const parsed = URL.parse(value);
  if (parsed === null) throw invalidUrl(name);
  return parsed;
}

const invalidUrl = (name: Setting) =>
  new ConfigError(`${name} is not a valid URL; in its user name and password, / ? # @ : and % must be written as %2F %3F %23 %40 %3A and %25`);

function isEscaped(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

function redis(env: Environment): string | null {
  const value = url(env, 'REDIS_URL', ['redis:', 'rediss:']);
  if (value !== null && !/^(\/\d*)?$/.test(new URL(value).pathname))
    throw new ConfigError('REDIS_URL can have no path other than a database number, such as /0');
  return value;
}

function smtp(env: Environment): string | null {
  const value = url(env, 'SMTP_URL', ['smtp:', 'smtps:']);
  if (value === null) return null;
  const { hostname, pathname, hash, username, password } = new URL(value);
  if (hostname === '' || !['', '/'].includes(pathname) || hash || (username === '') !== (password === ''))
    throw new ConfigError('SMTP_URL must be smtp://user:password@host:port or smtps://user:password@host:port; the user and password are optional');
  return value;
}

const ADDRESS = String.raw`[^<>\s@]+@[^<>\s@]+`;
const SENDER = new RegExp(String.raw`^(${ADDRESS}|[^<>\r\n]*<${ADDRESS}>)$`);

/** Names that need no escaping in the sender of a mail and in the URI of an authenticator. */
const SERVICE_NAME = /^[^\p{C}\p{Zl}\p{Zp}<>"\\,;:@()[\]]{1,40}$/u;

function serviceName(env: Environment): string {
  const value = text(env, 'SERVICE_NAME')?.trim() ?? 'Learning Management Service';
  if (!SERVICE_NAME.test(value)) throw new ConfigError(`SERVICE_NAME must have at most 40 characters, and none of < > " \\ , ; : @ ( ) [ ]; not "${value}"`);
  return value;
}

function sender(env: Environment, name: Setting): string | null {
  const value = text(env, name)?.trim() ?? null;
  if (value !== null && !SENDER.test(value)) throw new ConfigError(`${name} must be an email address, or a name with one: Name <address>; not "${value}"`);
  return value;
}

const HOST_NAME = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Returns the name in lower case and without the trailing dot. */
function hostName(env: Environment, name: Setting): string | null {
  const value = text(env, name);
  const host = value?.toLowerCase().replace(/\.$/, '') ?? null;
  if (host !== null && !HOST_NAME.test(host)) throw new ConfigError(`${name} must be a host name, such as domains.example.org, not "${value}"`);
  return host;
}

/** Returns the servers in the form that node:dns accepts. */
function dnsServers(env: Environment): string[] {
  const servers = (text(env, 'DNS_SERVERS') ?? '').split(',').map((server) => server.trim());
  return servers.filter(Boolean).map((server) => {
    const [, bracketed, plain = server, port = '53'] = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(server) ?? [];
    const isValid = bracketed === undefined ? isIP(plain) : isIPv6(bracketed);
    if (!isValid || Number(port) < 1 || Number(port) > 65_535)
      throw new ConfigError(`DNS_SERVERS must be IP addresses, each with or without a port: 192.0.2.1,192.0.2.2:5353,[2001:db8::1]:53; not "${server}"`);
    return server;
  });
}

function sms(env: Environment): { smsUrl: string | null; smsFrom: string } {
  const smsUrl = url(env, 'SMS_URL', ['http:', 'https:']);
  const smsFrom = text(env, 'SMS_FROM') ?? '';
  if (smsUrl === null) return { smsUrl, smsFrom };
  const { username, password, hash } = new URL(smsUrl);
  if (!isPrivate(smsUrl) || !username || !password || hash) throw new ConfigError('SMS_URL must be https://user:password@host/path');
  if (!smsFrom) throw new ConfigError('SMS_FROM must be set if SMS_URL is set: it is the number or name that text messages are sent from');
  return { smsUrl, smsFrom };
}

const PROVIDER_SHAPE = '{"name", "issuer", "client_id", "client_secret"}';

/** Reads the identity providers. No part of the value is repeated in an error message, because it contains secrets. */
function identityProviders(env: Environment): ProviderSettings[] {
  const value = text(env, 'IDENTITY_PROVIDERS');
  if (value === null) return [];
  const refuse = (what: string) => new ConfigError(`IDENTITY_PROVIDERS must be a JSON list of ${PROVIDER_SHAPE}; ${what}`);
  let list: unknown;
  try {
    list = JSON.parse(value);
  } catch {
    throw refuse('it is not JSON');
  }
  if (!Array.isArray(list)) throw refuse('it is not a list');
  const providers = list.map((entry: unknown, index) => {
    const { name, issuer, client_id, client_secret, ...others } = Object(entry) as Record<string, unknown>;
    const place = `entry ${index + 1}`;
    for (const [member, content] of Object.entries({ name, issuer, client_id, client_secret }))
      if (typeof content !== 'string' || content === '') throw refuse(`${place} has no ${member}`);
    if (Object.keys(others).length) throw refuse(`${place} has unknown fields`);
    if (!/^[a-z0-9-]{1,32}$/.test(name as string)) throw refuse(`the name of ${place} must consist of 1 to 32 of the characters a-z, 0-9 and -`);
    if (!isPrivate(issuer as string) || /[?#@]/.test(issuer as string)) throw refuse(`the issuer of ${place} must be an https:// URL without a query`);
    return { name, issuer, clientId: client_id, clientSecret: client_secret } as ProviderSettings;
  });
  if (new Set(providers.map(({ name }) => name)).size < providers.length) throw refuse('two entries have the same name');
  return providers;
}

/** Whether data sent to this URL cannot be read in transit, either because of TLS or because it stays on this machine. */
function isPrivate(address: string): boolean {
  const { protocol, hostname } = URL.parse(address) ?? {};
  return protocol === 'https:' || (protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1'));
}
