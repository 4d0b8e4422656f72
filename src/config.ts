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
