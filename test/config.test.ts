import { ConfigError, readConfig } from '../src/config.ts';

const SECRET = 'hunter2';
const [KEY, OLD_KEY] = ['new', 'old'].map((name) => `${SECRET} in the ${name} key which is long enough`) as [string, string];
const PROVIDER = { name: 'google', issuer: 'https://accounts.example.org', client_id: 'id', client_secret: SECRET };
const providers = (...list: unknown[]) => ({ IDENTITY_PROVIDERS: JSON.stringify(list) });

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
  ['an entry with unknown fields', providers({ ...PROVIDER, secret: SECRET }), /entry 1 has other fields$/],
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

test('old keys are read as a list, and spaces around them are ignored', () => {
  expect(readConfig({ SECRET_KEY: KEY, SECRET_KEY_OLD: `${OLD_KEY}, ${OLD_KEY}er,` })).toMatchObject({
    secretKey: KEY,
    oldSecretKeys: [OLD_KEY, `${OLD_KEY}er`],
  });
  expect(readConfig({ SECRET_KEY: KEY })).toMatchObject({ secretKey: KEY, oldSecretKeys: [] });
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

describe('the language model', () => {
  const WHOLE = { AI_BASE_URL: 'https://models.example.org/v1', AI_TEXT_MODEL: 'a-writer', AI_IMAGE_MODEL: 'a-painter' };

  test('is optional and needs no API key', () => {
    expect(readConfig({ AI_API_KEY: 'key' }).ai).toBeNull();
    const settings = { baseUrl: 'https://models.example.org/v1', apiKey: null, textModel: 'a-writer', imageModel: 'a-painter' };
    expect(readConfig(WHOLE).ai).toEqual(settings);
    expect(readConfig({ ...WHOLE, AI_API_KEY: 'key' }).ai).toEqual({ ...settings, apiKey: 'key' });
  });

  test.each(['AI_BASE_URL', 'AI_TEXT_MODEL', 'AI_IMAGE_MODEL'])('is rejected without %s', (missing) => {
    expect(() => readConfig({ ...WHOLE, [missing]: '' })).toThrow(ConfigError);
  });
});
