import { Resolver } from 'node:dns';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, misspeltSettings, readConfig } from '../src/config.ts';

const SECRET = 'hunter2';
const [KEY, OLD_KEY] = ['new', 'old'].map((name) => `${SECRET} in the ${name} key which is long enough`) as [string, string];
const PROVIDER = { name: 'google', issuer: 'https://accounts.example.org', client_id: 'id', client_secret: SECRET };
const providers = (...list: unknown[]) => ({ IDENTITY_PROVIDERS: JSON.stringify(list) });

test('the revision is read from the environment, and must be a hash or a name', () => {
  expect([readConfig({}).revision, readConfig({ REVISION: 'v1.2.0-3-gff9d4fc' }).revision]).toEqual([null, 'v1.2.0-3-gff9d4fc']);
  expect(() => readConfig({ REVISION: 'a "quoted" one' })).toThrow(ConfigError);
});

test('identity providers are read from the environment', () => {
  const local = { ...PROVIDER, name: 'local', issuer: 'http://localhost:4000/realm' };
  expect(readConfig(providers(PROVIDER, local)).identityProviders).toEqual([
    { name: 'google', issuer: PROVIDER.issuer, clientId: 'id', clientSecret: SECRET },
    { name: 'local', issuer: local.issuer, clientId: 'id', clientSecret: SECRET },
  ]);
  expect(readConfig({}).identityProviders).toEqual([]);
});

test('an SMS provider is read together with its sender, and is optional', () => {
  const env = { SMS_URL: `https://AC1:${SECRET}@sms.example.org/Messages.json`, SMS_FROM: '+15005550006' };
  expect(readConfig(env)).toMatchObject({ smsUrl: env.SMS_URL, smsFrom: env.SMS_FROM });
  expect(readConfig({}).smsUrl).toBeNull();
});

test.each([
  ['a provider list that is not JSON', { IDENTITY_PROVIDERS: `[{"client_secret":"${SECRET}"` }, /it is not JSON$/],
  ['a provider list that is not a list', { IDENTITY_PROVIDERS: JSON.stringify(PROVIDER) }, /it is not a list$/],
  ['an entry that is not an object', providers(PROVIDER, null), /entry 2 has no name$/],
  ['an entry without a secret', providers({ ...PROVIDER, client_secret: '' }), /entry 1 has no client_secret$/],
  ['an entry with unknown fields', providers({ ...PROVIDER, secret: SECRET }), /entry 1 has unknown fields$/],
  ['a provider name that cannot be part of a path', providers({ ...PROVIDER, name: 'Google!' }), /the name of entry 1 /],
  ['an issuer over plain HTTP', providers({ ...PROVIDER, issuer: 'http://accounts.example.org' }), /the issuer of entry 1 /],
  ['an issuer that only looks local', providers({ ...PROVIDER, issuer: 'http://localhost.example.org' }), /the issuer of entry 1 /],
  ['an issuer that is not a URL', providers({ ...PROVIDER, issuer: 'accounts.example.org' }), /the issuer of entry 1 /],
  ['an issuer with a query', providers({ ...PROVIDER, issuer: 'https://accounts.example.org/?a=1' }), /the issuer of entry 1 /],
  ['a duplicate provider name', providers(PROVIDER, PROVIDER), /two entries have the same name$/],
  ['an SMS provider without a sender', { SMS_URL: `https://AC1:${SECRET}@sms.example.org/` }, /^SMS_FROM must be set/],
  ['an SMS provider without a password', { SMS_URL: `https://${SECRET}@sms.example.org/`, SMS_FROM: 'LMS' }, /^SMS_URL must be https:/],
  ['an SMS provider over plain HTTP', { SMS_URL: `http://AC1:${SECRET}@sms.example.org/`, SMS_FROM: 'LMS' }, /^SMS_URL must be https:/],
  ['a short key', { SECRET_KEY: SECRET }, /^SECRET_KEY must have at least 32 characters$/],
  ['a short old key', { SECRET_KEY: KEY, SECRET_KEY_OLD: `${OLD_KEY},${SECRET}` }, /^SECRET_KEY_OLD must be .*; key 2 is shorter$/],
  ['an old key without a key', { SECRET_KEY_OLD: OLD_KEY }, /^SECRET_KEY must be set if SECRET_KEY_OLD is set$/],
  ['an old key that is the key', { SECRET_KEY: KEY, SECRET_KEY_OLD: `${OLD_KEY}, ${KEY}` }, /^SECRET_KEY_OLD must not contain SECRET_KEY$/],
])('%s is rejected with a one-line error that contains no secret', (_what, env, message) => {
  const read = () => readConfig(env as Record<string, string>);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(message);
  expect(read).not.toThrow(new RegExp(`${SECRET}|\\n`));
});

test('all wrong settings are told at once, each in a line of its own and once', () => {
  const wrong = {
    PORT: 'abc',
    LOG_LEVEL: 'loud',
    WORKERS: '0',
    ROLE: 'none',
    WEB_APP_URL: 'x',
    WEB_ORIGINS: 'y',
    SECRET_KEY_FILE: '/none',
    PUBLIC_URL: 'ftp://x',
    CONTENT_ORIGIN: 'https://content.example.org',
  };
  const lines = (() => {
    try {
      return readConfig(wrong) && [];
    } catch (error) {
      return (error as Error).message.split('\nerror: ');
    }
  })();
  expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual([
    'LOG_LEVEL',
    'PORT',
    'PUBLIC_URL',
    'ROLE',
    'SECRET_KEY_FILE',
    'WEB_APP_URL',
    'WEB_ORIGINS',
    'WORKERS',
  ]);
});

test('a variable whose name is close to that of a setting is found with what was meant, and others are left alone', () => {
  expect(misspeltSettings({ AGENT_RATE_LIMT: '5', DATABASE_URI: 'x', SECRETKEY: 'x', WORKER: '2' })).toEqual([
    { name: 'AGENT_RATE_LIMT', meant: 'AGENT_RATE_LIMIT' },
    { name: 'DATABASE_URI', meant: 'DATABASE_URL' },
    { name: 'SECRETKEY', meant: 'SECRET_KEY' },
    { name: 'WORKER', meant: 'WORKERS' },
  ]);
  const usual = {
    HOME: '/',
    HOSTNAME: 'x',
    PATH: '/bin',
    PWD: '/',
    LANG: 'C',
    AWS_REGION: 'x',
    LMS_URL: 'x',
    VERSION: '1',
    SECRET_KEY_FILE: '/x',
    S3_REGION: 'x',
  };
  expect(misspeltSettings(usual)).toEqual([]);
});

test('old keys are read as a list, and spaces around them are ignored', () => {
  expect(readConfig({ SECRET_KEY: KEY, SECRET_KEY_OLD: `${OLD_KEY}, ${OLD_KEY}er,` })).toMatchObject({
    secretKey: KEY,
    oldSecretKeys: [OLD_KEY, `${OLD_KEY}er`],
  });
  expect(readConfig({ SECRET_KEY: KEY })).toMatchObject({ secretKey: KEY, oldSecretKeys: [] });
});

describe('a secret', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lms-config-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const inFile = (content: string) => {
    const file = join(folder, 'secret');
    writeFileSync(file, content);
    return file;
  };

  test('can be in a file, whose last line break is not a part of it', () => {
    expect(readConfig({ SECRET_KEY_FILE: inFile(`${KEY}\n`) }).secretKey).toBe(KEY);
    const url = `postgres://lms:${SECRET}@db.example.org/lms`;
    // What depends on another variable knows that it is set.
    expect(readConfig({ DATABASE_URL_FILE: inFile(url) })).toMatchObject({ databaseUrl: url, demoSeed: false, payments: null });
  });

  test('a password for the first owner has no default', () => {
    const others = { SETUP_EMAIL: 'olga@example.org', SETUP_NAME: 'Olga', SETUP_ORGANISATION: 'Harbour', SETUP_SUBDOMAIN: 'harbour' };
    expect(() => readConfig(others)).toThrow(/SETUP_PASSWORD \(or SETUP_PASSWORD_FILE\).* must be set together/);
    expect(readConfig({ ...others, SETUP_PASSWORD_FILE: inFile('a heron\n') }).setup).toMatchObject({ password: 'a heron', subdomain: 'harbour' });
    expect(readConfig({}).setup).toBeNull();
  });

  test.each<[string, () => Record<string, string>, RegExp]>([
    ['both in a file and in its variable', () => ({ SECRET_KEY: KEY, SECRET_KEY_FILE: inFile(OLD_KEY) }), /^SECRET_KEY and SECRET_KEY_FILE must not/],
    ['in a file that does not exist', () => ({ SECRET_KEY_FILE: join(folder, 'none') }), /^SECRET_KEY_FILE cannot be read: .*\/none \(ENOENT\)$/],
    ['in an empty file', () => ({ METRICS_TOKEN_FILE: inFile('\n') }), /^METRICS_TOKEN_FILE is empty: /],
    ['too short in a file', () => ({ SECRET_KEY_FILE: inFile(SECRET) }), /^SECRET_KEY must have at least 32 characters$/],
  ])('%s is refused, and the error does not repeat it', (_what, env, message) => {
    const given = env();
    expect(() => readConfig(given)).toThrow(message);
    expect(() => readConfig(given)).not.toThrow(new RegExp(SECRET));
  });
});

test('roles and workers are read, and a role other than all needs a database that others can use', () => {
  const DATABASE_URL = 'postgres://lms@db.example.org/lms';
  expect(readConfig({})).toMatchObject({ role: 'all', workers: 1 });
  expect(readConfig({ DATABASE_URL, ROLE: 'jobs', WORKERS: '4' })).toMatchObject({ role: 'jobs', workers: 4 });
  expect(readConfig({ WORKERS: 'auto' }).workers).toBe(availableParallelism());
  expect(() => readConfig({ ROLE: 'web' })).toThrow(/^ROLE=web needs DATABASE_URL/);
  expect(() => readConfig({ DATABASE_URL, ROLE: 'worker' })).toThrow(/^ROLE must be one of all, web, jobs/);
  expect(() => readConfig({ WORKERS: '0' })).toThrow(/^WORKERS must be a whole number from 1 to 64/);
});

test('how long things are kept is read from the environment, and the audit log is kept for ever by default', () => {
  expect(readConfig({})).toMatchObject({
    auditLogDays: null,
    webhookEventDays: 30,
    failedJobDays: 90,
    exportDays: 7,
    sheetPhotoDays: 180,
    aiExchangeDays: 365,
  });
  const env = { AUDIT_LOG_DAYS: '30', WEBHOOK_EVENT_DAYS: '10', FAILED_JOB_DAYS: '1', EXPORT_DAYS: '365', SHEET_PHOTO_DAYS: '36500', AI_EXCHANGE_DAYS: '200' };
  expect(readConfig(env)).toMatchObject({
    auditLogDays: 30,
    webhookEventDays: 10,
    failedJobDays: 1,
    exportDays: 365,
    sheetPhotoDays: 36_500,
    aiExchangeDays: 200,
  });
});

const ESCAPES = /is not a valid URL; in its user name and password, \/ /;

test.each<[string, Record<string, string>, RegExp]>([
  ['an unescaped slash in a password', { DATABASE_URL: `postgres://lms:${SECRET}/x@db.example.org/lms` }, ESCAPES],
  ['an unescaped slash after digits', { REDIS_URL: `redis://lms:12/${SECRET}@cache.example.org` }, ESCAPES],
  ['an unescaped question mark', { DATABASE_URL: `postgres://lms:12?${SECRET}@db.example.org/lms` }, ESCAPES],
  ['an unescaped number sign', { SMTP_URL: `smtp://lms:12#${SECRET}@mail.example.org` }, ESCAPES],
  ['an unescaped percent sign', { DATABASE_URL: `postgres://lms:${SECRET}%@db.example.org/lms` }, ESCAPES],
  ['one of several servers with an impossible port', { DATABASE_URL: `postgres://lms:${SECRET}@db1,db2:x/lms` }, ESCAPES],
  ['an unescaped slash before several servers', { DATABASE_DIRECT_URL: `postgres://lms:${SECRET}/x@db1,db2/lms` }, ESCAPES],
  [
    'a Redis database that is no number',
    { REDIS_URL: `redis://:${SECRET}@cache.example.org/sessions` },
    /^REDIS_URL can have no path other than a database number/,
  ],
  ['a public URL with a query', { PUBLIC_URL: 'https://learn.example.org/?a=1' }, /^PUBLIC_URL must be a URL without a user name, a query or a fragment$/],
  ['a public URL with credentials', { PUBLIC_URL: `https://lms:${SECRET}@learn.example.org` }, /^PUBLIC_URL must be a URL without /],
  ['a model with a query', { AI_BASE_URL: 'https://models.example.org/v1?version=1' }, /^AI_BASE_URL must be a URL without /],
  ['a bucket server with a fragment', { S3_BUCKET: 'files', S3_ENDPOINT: 'https://s3.example.org/#a' }, /^S3_ENDPOINT must be a URL without /],
  ['a mail server with a path', { SMTP_URL: `smtp://lms:${SECRET}@mail.example.org/inbox` }, /^SMTP_URL must be smtp:\/\/user:password@host:port /],
  ['a mail server without a host', { SMTP_URL: 'smtp://' }, /^SMTP_URL must be smtp:/],
  ['a mail server with a user but no password', { SMTP_URL: 'smtp://lms@mail.example.org' }, /^SMTP_URL must be smtp:/],
  ['a scanner with a path', { CLAMD_URL: 'tcp://clamav:3310/run/clamd.sock' }, /^CLAMD_URL must be tcp:\/\/host:port$/],
  ['a sender without an address', { MAIL_FROM: 'Learning' }, /^MAIL_FROM must be an email address, or a name with one: Name <address>; not "Learning"$/],
  ['a sender with an empty address', { MAIL_FROM: 'Learning <>' }, /^MAIL_FROM must be /],
  ['a name server that is a name', { DNS_SERVERS: '192.0.2.1,dns.example.org' }, /^DNS_SERVERS must be IP addresses.*; not "dns\.example\.org"$/],
  ['a name server with a port that is none', { DNS_SERVERS: '192.0.2.1:70000' }, /^DNS_SERVERS must be IP addresses/],
  ['an origin of contents with a path', { CONTENT_ORIGIN: 'https://content.example.org/a' }, /^CONTENT_ORIGIN must be an origin/],
  [
    'an origin of contents on the host of the service, whatever the port',
    { CONTENT_ORIGIN: 'https://learn.example.org:8443', PUBLIC_URL: 'https://learn.example.org' },
    /^CONTENT_ORIGIN must have a different host name from PUBLIC_URL$/,
  ],
  [
    'an origin of contents on the host of the web application',
    { CONTENT_ORIGIN: 'https://app.example.org:8443', WEB_APP_URL: 'https://app.example.org/learn' },
    /^CONTENT_ORIGIN must have a different host name from WEB_APP_URL$/,
  ],
  ['a CNAME target that is a URL', { CNAME_TARGET: 'https://domains.example.org' }, /^CNAME_TARGET must be a host name/],
  ['a CNAME target that is an IP address', { CNAME_TARGET: '192.0.2.1' }, /^CNAME_TARGET must be a host name/],
  ['an audit log that is kept too briefly', { AUDIT_LOG_DAYS: '29' }, /^AUDIT_LOG_DAYS must be a whole number from 30 to 36500, not "29"$/],
  ['an audit log that is not kept at all', { AUDIT_LOG_DAYS: '0' }, /^AUDIT_LOG_DAYS must be a whole number/],
  [
    'events that could be repeated for longer than they are kept',
    { WEBHOOK_EVENT_DAYS: '9' },
    /^WEBHOOK_EVENT_DAYS must be a whole number from 10 to 365, not "9"$/,
  ],
  ['events that are kept for more than a year', { WEBHOOK_EVENT_DAYS: '366' }, /^WEBHOOK_EVENT_DAYS must be a whole number/],
  [
    'failed jobs that are kept for a time that is no number',
    { FAILED_JOB_DAYS: 'forever' },
    /^FAILED_JOB_DAYS must be a whole number from 1 to 36500, not "forever"$/,
  ],
  ['failed jobs that are not kept', { FAILED_JOB_DAYS: '0' }, /^FAILED_JOB_DAYS must be a whole number/],
  ['exports that cannot be downloaded', { EXPORT_DAYS: '0' }, /^EXPORT_DAYS must be a whole number from 1 to 365, not "0"$/],
  ['exports that are kept for more than a year', { EXPORT_DAYS: '366' }, /^EXPORT_DAYS must be a whole number/],
  ['photos that are kept for half a day', { SHEET_PHOTO_DAYS: '0.5' }, /^SHEET_PHOTO_DAYS must be a whole number from 1 to 36500, not "0\.5"$/],
  ['prompts that are not kept', { AI_EXCHANGE_DAYS: '0' }, /^AI_EXCHANGE_DAYS must be a whole number from 1 to 36500, not "0"$/],
  ['a number of proxies that is none', { TRUST_PROXY: 'true' }, /^TRUST_PROXY must be a whole number from 0 to 10, not "true"$/],
])('%s is refused with the name of the variable, in one line that tells no secret', (_what, env, message) => {
  const read = () => readConfig(env);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(message);
  expect(read).not.toThrow(new RegExp(`${SECRET}|\\n`));
});

test('URLs, senders and name servers are taken in every form that works', () => {
  const env = {
    DATABASE_URL: 'postgres://lms:a%2Fb%3F%23%25@db.example.org/lms?sslmode=require',
    REDIS_URL: 'rediss://:a%40b@cache.example.org:6380/3',
    SMTP_URL: 'smtps://user:a%2Fb@mail.example.org/?name=learn.example.org',
    MAIL_FROM: '"Learning, Inc." <no-reply@example.org>',
    DNS_SERVERS: '192.0.2.1, 192.0.2.2:5353,[2001:db8::1]:53,2001:db8::2',
    CNAME_TARGET: 'Domains.Example.org.',
    PUBLIC_URL: 'https://learn.example.org/',
  };
  expect(readConfig(env)).toMatchObject({
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    dnsServers: ['192.0.2.1', '192.0.2.2:5353', '[2001:db8::1]:53', '2001:db8::2'],
    cnameTarget: 'domains.example.org',
    publicUrl: 'https://learn.example.org',
  });
  expect(() => new Resolver().setServers(readConfig(env).dnsServers)).not.toThrow();
  const severalServers = 'postgres://lms:a%2Cb@db1.internal,db2.internal:5433/lms?target_session_attrs=read-write';
  expect(readConfig({ DATABASE_URL: severalServers }).databaseUrl).toBe(severalServers);
});

describe('the file storage', () => {
  test('is the disk unless a bucket is configured', () => {
    expect(readConfig({ S3_REGION: 'eu-central-1' }).s3).toBeNull();
  });

  test('is the configured bucket, by default on Amazon S3 with the role of the machine', () => {
    expect(readConfig({ S3_BUCKET: 'files' }).s3).toEqual({ bucket: 'files', region: 'us-east-1', endpoint: null, credentials: null, forcePathStyle: false });
  });

  test('can be a bucket on another server', () => {
    const given = {
      S3_BUCKET: 'files',
      S3_REGION: 'eu-central-1',
      S3_ENDPOINT: 'https://s3.example.org',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_FORCE_PATH_STYLE: '1',
    };
    expect(readConfig(given).s3).toEqual({
      bucket: 'files',
      region: 'eu-central-1',
      endpoint: 'https://s3.example.org',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      forcePathStyle: true,
    });
  });

  test.each([{ S3_ACCESS_KEY_ID: 'id' }, { S3_SECRET_ACCESS_KEY: 'secret' }, { S3_ENDPOINT: 's3.example.org' }, { S3_FORCE_PATH_STYLE: 'yes' }])(
    'is rejected with %j',
    (wrong) => {
      expect(() => readConfig({ S3_BUCKET: 'files', ...wrong })).toThrow(ConfigError);
    },
  );
});

describe('the scanner', () => {
  test.each([
    [{}, null],
    [{ CLAMD_URL: 'tcp://clamav' }, { host: 'clamav', port: 3310 }],
    [{ CLAMD_URL: 'tcp://[::1]:3311' }, { host: '::1', port: 3311 }],
  ])('configured by %j is %j', (env, expected) => {
    expect(readConfig(env).clamd).toEqual(expected);
  });

  test.each(['http://clamav:3310', 'clamav:3310', 'tcp://'])('with the URL %s is rejected', (CLAMD_URL) => {
    expect(() => readConfig({ CLAMD_URL })).toThrow(ConfigError);
  });
});

test('the name of the service is in the sender of mails, and cannot break it', () => {
  expect(readConfig({}).mailFrom).toBe('Learning Management Service <no-reply@localhost>');
  expect(readConfig({ SERVICE_NAME: ' Harbour Academy ' })).toMatchObject({ serviceName: 'Harbour Academy', mailFrom: 'Harbour Academy <no-reply@localhost>' });
  for (const SERVICE_NAME of ['Harbour <x@example.org>', 'A, B', 'A\nB', 'A:B', 'A'.repeat(41)])
    expect(() => readConfig({ SERVICE_NAME })).toThrow(ConfigError);
});

describe('the language model', () => {
  const WHOLE = { AI_BASE_URL: 'https://models.example.org/v1', AI_TEXT_MODEL: 'a-writer', AI_IMAGE_MODEL: 'a-painter' };

  test('is optional and needs no API key', () => {
    expect(readConfig({ AI_API_KEY: 'key' }).ai).toBeNull();
    const settings = { baseUrl: 'https://models.example.org/v1', apiKey: null, textModel: 'a-writer', imageModel: 'a-painter', prices: null };
    expect(readConfig(WHOLE).ai).toEqual(settings);
    expect(readConfig({ ...WHOLE, AI_API_KEY: 'key' }).ai).toEqual({ ...settings, apiKey: 'key' });
  });

  test('can have prices, which are a currency and two amounts', () => {
    expect(readConfig({ ...WHOLE, AI_TEXT_PRICES: 'USD 0.40 1.60' }).ai?.prices).toEqual({ currency: 'USD', input: 0.4, output: 1.6 });
    for (const wrong of ['0.40 1.60', 'USD 0.40', 'usd 1 2', 'USD -1 2']) expect(() => readConfig({ ...WHOLE, AI_TEXT_PRICES: wrong })).toThrow(ConfigError);
  });

  test.each(['AI_BASE_URL', 'AI_TEXT_MODEL', 'AI_IMAGE_MODEL'])('is rejected without %s', (missing) => {
    expect(() => readConfig({ ...WHOLE, [missing]: '' })).toThrow(ConfigError);
  });
});

test('front ends are allowed by their origins, and the web application is one of them', () => {
  const env = { WEB_ORIGINS: 'http://localhost:5173, https://app.example.org/', WEB_APP_URL: 'https://app.example.net/learn/' };
  expect(readConfig(env)).toMatchObject({
    webAppUrl: 'https://app.example.net/learn',
    webOrigins: new Set(['http://localhost:5173', 'https://app.example.org', 'https://app.example.net']),
  });
  expect(readConfig({})).toMatchObject({ webAppUrl: null, webOrigins: new Set() });
});

test.each(['*', 'localhost:5173', 'https://app.example.org/learn', 'file:///app'])('%s is rejected as an origin', (origin) => {
  expect(() => readConfig({ WEB_ORIGINS: origin })).toThrow(/^WEB_ORIGINS must be origins, /);
});

test('a replica needs a primary, and can be several servers', () => {
  const DATABASE_REPLICA_URL = `postgres://lms:${SECRET}@db1,db2/lms`;
  const DATABASE_URL = 'postgres://lms@db1,db2/lms';
  expect(readConfig({ DATABASE_URL })).toMatchObject({ databaseReplicaUrl: null, databaseReplicaMaxLagSeconds: 10, databaseReportPoolSize: 4 });
  expect(readConfig({ DATABASE_URL, DATABASE_REPLICA_URL }).databaseReplicaUrl).toBe(DATABASE_REPLICA_URL);
  expect(() => readConfig({ DATABASE_REPLICA_URL })).toThrow(/^DATABASE_REPLICA_URL needs DATABASE_URL: the embedded PostgreSQL has no replica$/);
  expect(() => readConfig({ DATABASE_URL, DATABASE_REPLICA_MAX_LAG_SECONDS: '2' })).toThrow(/must be a whole number from 3 to 3600/);
});

test('traces are sent if there is an endpoint, unless they are switched off', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector.internal:4318';
  expect(readConfig({}).tracing).toBe(false);
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).tracing).toBe(true);
  expect(readConfig({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces` }).tracing).toBe(true);
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }).tracing).toBe(false);
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(/^OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that starts with http/);
});

test('webhooks to private addresses are allowed only for development, or by force', () => {
  const DATABASE_URL = 'postgres://db.example.org/lms';
  expect(readConfig({}).allowPrivateWebhooks).toBe(false);
  expect(readConfig({ WEBHOOK_ALLOW_PRIVATE: '1' }).allowPrivateWebhooks).toBe(true);
  expect(() => readConfig({ WEBHOOK_ALLOW_PRIVATE: '1', DATABASE_URL })).toThrow(/^WEBHOOK_ALLOW_PRIVATE=1 is only for development/);
  expect(readConfig({ WEBHOOK_ALLOW_PRIVATE: 'force', DATABASE_URL }).allowPrivateWebhooks).toBe(true);
});

describe('payments', () => {
  const STRIPE = { STRIPE_SECRET_KEY: `sk_live_${SECRET}`, STRIPE_WEBHOOK_SECRET: `whsec_${SECRET}`, STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_a, whsec_b' };
  const DATABASE = { DATABASE_URL: 'postgres://localhost/lms' };

  test('are made in the sandbox on the embedded database or if it is chosen, through Stripe if it is configured, and otherwise not at all', () => {
    expect(readConfig({}).payments).toBe('sandbox');
    expect(readConfig(DATABASE).payments).toBeNull();
    expect(readConfig({ ...DATABASE, PAYMENTS: 'sandbox' }).payments).toBe('sandbox');
    expect(readConfig({ ...STRIPE, STRIPE_SECRET_KEY: 'sk_test_x', PAYMENTS: 'sandbox' }).payments).toBe('sandbox');
    expect(readConfig({ ...DATABASE, ...STRIPE }).payments).toEqual({
      secretKey: STRIPE.STRIPE_SECRET_KEY,
      apiUrl: 'https://api.stripe.com',
      webhookSecrets: [STRIPE.STRIPE_WEBHOOK_SECRET],
      connectWebhookSecrets: ['whsec_a', 'whsec_b'],
    });
    expect(readConfig({ ...STRIPE, STRIPE_API_URL: 'http://127.0.0.1:4242' }).payments).toMatchObject({ apiUrl: 'http://127.0.0.1:4242' });
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['the sandbox beside a live key', { ...STRIPE, PAYMENTS: 'sandbox' }, /^PAYMENTS=sandbox cannot be combined with a live STRIPE_SECRET_KEY/],
    ['a key without signing secrets', { STRIPE_SECRET_KEY: STRIPE.STRIPE_SECRET_KEY }, /must be set together$/],
    ['signing secrets without a key', { STRIPE_WEBHOOK_SECRET: STRIPE.STRIPE_WEBHOOK_SECRET }, /must be set together$/],
    ['a publishable key', { ...STRIPE, STRIPE_SECRET_KEY: `pk_live_${SECRET}` }, /^STRIPE_SECRET_KEY must be a secret or restricted key/],
    ['three signing secrets', { ...STRIPE, STRIPE_WEBHOOK_SECRET: 'whsec_a,whsec_b,whsec_c' }, /^STRIPE_WEBHOOK_SECRET must be a signing secret/],
    ['something else as a signing secret', { ...STRIPE, STRIPE_CONNECT_WEBHOOK_SECRET: SECRET }, /^STRIPE_CONNECT_WEBHOOK_SECRET must be a signing secret/],
    ['a server that would read the key in transit', { ...STRIPE, STRIPE_API_URL: 'http://stripe.example.org' }, /^STRIPE_API_URL must be https/],
    ['a server with a path', { ...STRIPE, STRIPE_API_URL: 'https://stripe.example.org/v1' }, /^STRIPE_API_URL must be https/],
  ])('are refused with %s, without a secret in the message', (_what, env, message) => {
    expect(() => readConfig(env)).toThrow(message);
    expect(() => readConfig(env)).not.toThrow(new RegExp(SECRET));
  });
});

test('contents have the origin that is set, or none', () => {
  expect(readConfig({ CONTENT_ORIGIN: 'https://content.example.org/', PUBLIC_URL: 'https://learn.example.org' }).contentOrigin).toBe(
    'https://content.example.org',
  );
  expect(readConfig({}).contentOrigin).toBeNull();
});
