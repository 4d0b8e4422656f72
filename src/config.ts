import type { OpenAiSettings } from './platform/ai/openai-model.ts';
import type { ProviderSettings } from './platform/identity/openid-providers.ts';
import type { S3Settings } from './platform/storage/s3.ts';

/** A variable that cannot be used; the message is one line for the person who starts the service. */
export class ConfigError extends Error {}

export interface Config {
  host: string;
  port: number;
  /** Where the service is reached from outside, without a trailing slash; null: as the request says. */
  publicUrl: string | null;
  /** Express's `trust proxy`: how many proxies stand in front. */
  trustProxy: number;
  /** Null: the embedded PostgreSQL under dataDirectory. */
  databaseUrl: string | null;
  databasePoolSize: number;
  /** Null: limits count in this process alone. */
  redisUrl: string | null;
  /** Null: mails go to a folder under dataDirectory. */
  smtpUrl: string | null;
  mailFrom: string;
  /** With user and password. Null: text messages go to a folder under dataDirectory. */
  smsUrl: string | null;
  /** Number or name that text messages come from; there where smsUrl is. */
  smsFrom: string;
  /** Whom users can sign in with. */
  identityProviders: ProviderSettings[];
  /** What the CNAME record of a custom domain must point to. Null: the host of publicUrl. */
  cnameTarget: string | null;
  /** DNS servers as `address:port`; none: those of the machine. */
  dnsServers: string[];
  /** Null: files go to a folder under dataDirectory. */
  s3: S3Settings | null;
  /** ClamAV's daemon; null: files are not scanned. */
  clamd: { host: string; port: number } | null;
  /** Null: no model is set up. */
  ai: OpenAiSettings | null;
  /** Null: made once, and kept under dataDirectory. */
  secretKey: string | null;
  dataDirectory: string;
  /** Whether an empty database gets the demo organisation. Without being told, only the embedded one does. */
  demoSeed: boolean;
  agentRateLimit: number;
  agentRateWindowSeconds: number;
  qaHelpers: boolean;
  /** How many answers are held against the contract: every one (and a wrong one becomes a 500), one in a hundred (logged), or none. */
  responseValidation: 'always' | 'sample' | 'off';
  metricsToken: string | null;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  drainSeconds: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Every environment variable of the service, read once.
 * @throws ConfigError */
export function readConfig(env: Environment): Config {
  return {
    host: text(env, 'HOST') ?? '0.0.0.0',
    port: integer(env, 'PORT', 3000, 0, 65535),
    publicUrl: url(env, 'PUBLIC_URL', ['http:', 'https:'])?.replace(/\/$/, '') ?? null,
    trustProxy: integer(env, 'TRUST_PROXY', 0, 0, 10),
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    databasePoolSize: integer(env, 'DATABASE_POOL_SIZE', 10, 1, 200),
    redisUrl: url(env, 'REDIS_URL', ['redis:', 'rediss:']),
    smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: text(env, 'MAIL_FROM') ?? 'Learning Management Service <no-reply@localhost>',
    ...sms(env),
    identityProviders: identityProviders(env),
    cnameTarget: text(env, 'CNAME_TARGET')?.toLowerCase() ?? null,
    dnsServers: (text(env, 'DNS_SERVERS') ?? '').split(',').filter(Boolean),
    s3: s3(env),
    clamd: clamd(env),
    ai: ai(env),
    secretKey: secret(env, 'SECRET_KEY'),
    dataDirectory: text(env, 'DATA_DIR') ?? '.data',
    demoSeed: flag(env, 'DEMO_SEED', text(env, 'DATABASE_URL') === null),
    agentRateLimit: integer(env, 'AGENT_RATE_LIMIT', 300, 1, 1_000_000_000),
    agentRateWindowSeconds: integer(env, 'AGENT_RATE_WINDOW_SECONDS', 3600, 1, 86_400),
    qaHelpers: flag(env, 'QA_HELPERS', false),
    responseValidation: choice(env, 'RESPONSE_VALIDATION', ['sample', 'always', 'off']),
    metricsToken: text(env, 'METRICS_TOKEN'),
    logLevel: choice(env, 'LOG_LEVEL', ['info', 'fatal', 'error', 'warn', 'debug', 'silent']),
    drainSeconds: integer(env, 'DRAIN_SECONDS', 10, 0, 300),
  };
}

/** An empty variable counts as unset. */
const text = (env: Environment, name: string): string | null => env[name] || null;

function integer(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const value = text(env, name);
  if (value === null) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${value}"`);
  return number;
}

function flag(env: Environment, name: string, fallback: boolean): boolean {
  const value = text(env, name);
  if (value === null) return fallback;
  if (value !== '0' && value !== '1') throw new ConfigError(`${name} must be 0 or 1, not "${value}"`);
  return value === '1';
}

/** Not repeated in the message. */
function secret(env: Environment, name: string): string | null {
  const value = text(env, name);
  if (value !== null && value.length < 32) throw new ConfigError(`${name} must have at least 32 characters`);
  return value;
}

/** The bucket that S3_BUCKET names, if any. */
const CLAMD_PORT = 3310;

function clamd(env: Environment): Config['clamd'] {
  const address = url(env, 'CLAMD_URL', ['tcp:']);
  if (address === null) return null;
  const { hostname, port } = new URL(address);
  if (hostname === '') throw new ConfigError('CLAMD_URL must be tcp://host:port');
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? CLAMD_PORT : Number(port) };
}

function ai(env: Environment): OpenAiSettings | null {
  const [baseUrl, textModel, imageModel] = [url(env, 'AI_BASE_URL', ['http:', 'https:']), text(env, 'AI_TEXT_MODEL'), text(env, 'AI_IMAGE_MODEL')];
  if (baseUrl === null && textModel === null && imageModel === null) return null;
  if (baseUrl === null || textModel === null || imageModel === null) throw new ConfigError('AI_BASE_URL, AI_TEXT_MODEL and AI_IMAGE_MODEL go together');
  return { baseUrl, apiKey: text(env, 'AI_API_KEY'), textModel, imageModel };
}

function s3(env: Environment): S3Settings | null {
  const bucket = text(env, 'S3_BUCKET');
  if (bucket === null) return null;
  const [accessKeyId, secretAccessKey] = [text(env, 'S3_ACCESS_KEY_ID'), text(env, 'S3_SECRET_ACCESS_KEY')];
  if ((accessKeyId === null) !== (secretAccessKey === null)) throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together');
  return {
    bucket,
    region: text(env, 'S3_REGION') ?? 'us-east-1',
    endpoint: url(env, 'S3_ENDPOINT', ['http:', 'https:']),
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
    forcePathStyle: flag(env, 'S3_FORCE_PATH_STYLE', false),
  };
}

/** The first choice is the default. */
function choice<T extends string>(env: Environment, name: string, choices: readonly [T, ...T[]]): T {
  const value = text(env, name);
  if (value === null) return choices[0];
  if (!choices.includes(value as T)) throw new ConfigError(`${name} must be one of ${choices.join(', ')}, not "${value}"`);
  return value as T;
}

/** The value is not repeated in the message: it may hold a password. */
function url(env: Environment, name: string, protocols: string[]): string | null {
  const value = text(env, name);
  if (value === null) return null;
  if (!protocols.includes(URL.parse(value)?.protocol ?? ''))
    throw new ConfigError(`${name} must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
  return value;
}

function sms(env: Environment): { smsUrl: string | null; smsFrom: string } {
  const smsUrl = url(env, 'SMS_URL', ['http:', 'https:']);
  const smsFrom = text(env, 'SMS_FROM') ?? '';
  if (smsUrl === null) return { smsUrl, smsFrom };
  const { username, password } = new URL(smsUrl);
  if (!isPrivate(smsUrl) || !username || !password) throw new ConfigError('SMS_URL must be https://user:password@host/path');
  if (!smsFrom) throw new ConfigError('SMS_FROM must be set where SMS_URL is: the number or name that text messages come from');
  return { smsUrl, smsFrom };
}

const PROVIDER_SHAPE = '{"name", "issuer", "client_id", "client_secret"}';

/** Nothing of it is repeated in a message: it holds secrets. */
function identityProviders(env: Environment): ProviderSettings[] {
  const value = text(env, 'IDENTITY_PROVIDERS');
  if (value === null) return [];
  const refuse = (what: string) => new ConfigError(`IDENTITY_PROVIDERS must be a JSON list of ${PROVIDER_SHAPE}; ${what}`);
  let list: unknown;
  try {
    list = JSON.parse(value);
  } catch {
    throw refuse('it is no JSON');
  }
  if (!Array.isArray(list)) throw refuse('it is no list');
  const providers = list.map((entry: unknown, index) => {
    const { name, issuer, client_id, client_secret, ...others } = Object(entry) as Record<string, unknown>;
    const place = `number ${index + 1}`;
    for (const [member, content] of Object.entries({ name, issuer, client_id, client_secret }))
      if (typeof content !== 'string' || content === '') throw refuse(`${place} lacks its ${member}`);
    if (Object.keys(others).length) throw refuse(`${place} has members beside them`);
    if (!/^[a-z0-9-]{1,32}$/.test(name as string)) throw refuse(`the name of ${place} may have up to 32 of a-z, 0-9 and -`);
    if (!isPrivate(issuer as string) || /[?#]/.test(issuer as string)) throw refuse(`the issuer of ${place} must be an https:// address without a query`);
    return { name, issuer, clientId: client_id, clientSecret: client_secret } as ProviderSettings;
  });
  if (new Set(providers.map(({ name }) => name)).size < providers.length) throw refuse('a name is there twice');
  return providers;
}

/** Whether what is sent there cannot be read on the way: by TLS, or because it stays on this machine. */
function isPrivate(address: string): boolean {
  const { protocol, hostname } = URL.parse(address) ?? {};
  return protocol === 'https:' || (protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1'));
}
