import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { verifyWebhook } from '../../scripts/sdk/index.ts';
import { startTestApp, type TestApp, withPorts } from '../support/app.ts';
import { newCreator, PASSWORD } from '../support/browser.ts';
import { newOrganisation, type TestOrganisation } from '../support/organisation.ts';
import { lms } from './support.ts';

const MISSING_ID = '0199f3c7-ce66-7d0f-8b14-e3c2d4d92091';

let app: TestApp;
let organisation: TestOrganisation;
let home: string;
let env: Record<string, string>;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  organisation = await newOrganisation(app);
  home = await mkdtemp(join(tmpdir(), 'lms-home-'));
  env = { LMS_API_KEY: organisation.secret, LMS_URL: app.url, HOME: home, XDG_CONFIG_HOME: '' };
});
afterEach(() => rm(home, { recursive: true, force: true }));

describe('lms api', () => {
  test('sends fields, and reads all pages of a list', async () => {
    for (const title of ['A', 'B', 'C'])
      expect(await lms(['api', 'POST', '/courses/', '-f', `title=${title}`, '-F', 'estimated_duration_minutes=90'], env)).toMatchObject({ code: 0 });
    const { out, code } = await lms(['api', 'GET', '/courses/?page_size=2&ordering=title', '--paginate'], env);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject(['A', 'B', 'C'].map((title) => ({ title, estimated_duration_minutes: 90 })));
  });

  test('sends a body from a file, and from standard input', async () => {
    const file = join(home, 'course.json');
    await writeFile(file, JSON.stringify({ title: 'From a file' }));
    expect(await lms(['api', 'POST', '/courses/', '--input', file], env)).toMatchObject({ code: 0, out: expect.stringContaining('From a file') });
    const input = Readable.from([JSON.stringify({ title: 'From a pipe' })]);
    expect(await lms(['api', 'POST', '/courses/', '--input', '-'], env, { input })).toMatchObject({ code: 0, out: expect.stringContaining('From a pipe') });
  });

  test('prints what the service refuses, and ends with 3', async () => {
    const { out, code } = await lms(['api', 'GET', '/courses/x/', '--include'], env);
    expect(code).toBe(3);
    expect(out).toMatch(/^HTTP 404\n[\s\S]*"code": "not_found"/);
  });

  test.each([
    [['api', 'courses/'], 'specify one path that starts with /; see lms api --help'],
    [['api', 'FETCH', '/courses/'], 'unknown method FETCH; use GET, POST, PUT, PATCH, DELETE'],
    [['api', 'POST', '/courses/', '--input', 'no-such-file.json'], 'no-such-file.json does not exist'],
    [['api', 'POST', '/courses/', '--input', '.'], '. cannot be read (EISDIR)'],
    [['api', '/courses/', '-F', 'title=A'], 'the value of title is not JSON; use -f to send it as text'],
    [['api', 'GET', '/whoami/', '--paginate'], 'the response is not a list; omit --paginate'],
    [['api', '/courses/', '--unknown'], "Unknown option '--unknown'"],
    [['apo'], 'unknown command apo; lms --help lists the commands'],
    [['outline', 'fetch'], 'use lms outline push, pull, diff, resolve or import; see lms outline --help'],
    [['api', '/me/', '--session'], 'you are not signed in to '],
    [['whoami', 'me'], 'lms whoami takes no arguments'],
    [['listen', 'x'], 'specify where to send the deliveries with --to, such as --to http://localhost:8080/'],
    [['listen', 'x', '--to', 'localhost:8080'], '--to must be an http:// or https:// URL, not localhost:8080'],
    [['listen', 'x', '--to', 'http://127.0.0.1:9/', '--interval', 'soon'], '--interval must be a positive number of seconds'],
    [['listen', 'x', '--to', 'http://127.0.0.1:9/', '--after', 'yesterday'], '--after must be a time'],
    [['api', '/courses/', '--url', 'ftp://x'], 'the URL must start with http:// or https://'],
  ])('%j is wrong use, which ends with 2', async (args, message) => {
    expect(await lms(args, env)).toMatchObject({ code: 2, err: expect.stringContaining(`error: ${message}`) });
  });

  test('ends with 4 if nothing listens there', async () => {
    const unreachable = {
      code: 4,
      out: '',
      err: expect.stringMatching(/^error: cannot reach http:\/\/127\.0\.0\.1:9 .*--url or LMS_URL to specify a different URL\n$/),
    };
    for (const args of [['api', '/courses/'], ['whoami'], ['mcp'], ['outline', 'pull', MISSING_ID, home], ['login', '--email', 'ada@example.org']])
      expect(await lms([...args, '--url', 'http://127.0.0.1:9'], { ...env, LMS_PASSWORD: PASSWORD })).toMatchObject(unreachable);
  });

  test('says that something else than the service answers, and which file of its own holds nothing readable', async () => {
    const site = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end('<html>')).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const err = expect.stringContaining('is the URL right?');
    for (const args of [['whoami'], ['mcp'], ['outline', 'pull', MISSING_ID, home], ['login', '--email', 'ada@example.org']])
      expect(await lms([...args, '--url', url], { ...env, LMS_PASSWORD: PASSWORD })).toMatchObject({ code: 4, err });
    expect(await lms(['api', '/courses/', '--paginate', '--url', url], env)).toMatchObject({
      code: 2,
      err: expect.stringContaining('the response is not a list'),
    });
    await new Promise((closed) => site.close(closed));
    const file = join(home, 'lms.lock.json');
    await writeFile(file, '{');
    const pulled = await lms(['outline', 'pull', (await organisation.newCourse()).id, file], env);
    expect(pulled).toMatchObject({ code: 2, err: expect.stringMatching(/^error: E[A-Z]+: .*lms\.lock\.json'\n$/) });
    expect(await lms(['outline', 'pull', home], env)).toMatchObject({ code: 2, err: expect.stringMatching(/^error: \S+\/lms\.lock\.json is not JSON .*\n$/) });
    await mkdir(join(home, '.config/lms'), { recursive: true });
    await writeFile(join(home, '.config/lms/session.json'), '{"url":');
    expect(await lms(['whoami', '--session'], env)).toMatchObject({ code: 2, err: expect.stringContaining('you are not signed in to') });
  });
});

describe('lms login', () => {
  test('keeps a session that only its user can read, for requests on session paths', async () => {
    const { email } = await newCreator(app);
    const signedIn = await lms(['login', '--email', email], env, { ask: async () => PASSWORD });
    expect(signedIn).toMatchObject({ code: 0, err: '' });
    expect((await stat(join(home, '.config/lms/session.json'))).mode & 0o777).toBe(0o600);
    expect(JSON.parse((await lms(['api', '/api/v1/me/'], env)).out)).toMatchObject({ email });
    expect(JSON.parse((await lms(['api', 'POST', '/courses/', '--session', '-f', 'title=Mine'], env)).out)).toMatchObject({ title: 'Mine' });
  });

  test('is said to be needed again after ten minutes for what needs a proof, and a proof that renews the session is kept', async () => {
    const { email } = await newCreator(app);
    await lms(['login', '--email', email], env, { ask: async () => PASSWORD });
    app.clock.advance(10 * 60_000);
    const create = () => lms(['api', 'POST', '/api/v1/tenants/api-keys/', '-f', 'name=Importer'], env);
    expect(await create()).toMatchObject({ code: 3, err: expect.stringContaining('run lms login to sign in again') });
    const prove = ['api', 'POST', '/api/v1/auth/reauthenticate/', '-f', 'method=password', '-f', `password=${PASSWORD}`];
    expect(await lms(prove, env)).toMatchObject({ code: 0 });
    expect(await create()).toMatchObject({ code: 0, err: '' });
  });

  test('is refused with a wrong password', async () => {
    const { email } = await newCreator(app);
    expect(await lms(['login', '--email', email], { ...env, LMS_PASSWORD: 'wrong' })).toMatchObject({ code: 3 });
    await expect(stat(join(home, '.config/lms/session.json'))).rejects.toThrow('ENOENT');
  });
});

test('lms whoami shows the organisation and the scopes of the key, or who has signed in', async () => {
  expect(await lms(['whoami'], env)).toMatchObject({ code: 0, out: expect.stringMatching(/\n.*lessons: edit/) });
  expect(JSON.parse((await lms(['whoami', '--json'], env)).out)).toHaveProperty('scopes.lessons');
  expect(await lms(['whoami', '--session'], env)).toMatchObject({ code: 2, err: expect.stringContaining('lms login') });
  const { email } = await newCreator(app);
  await lms(['login', '--email', email], env, { ask: async () => PASSWORD });
  expect((await lms(['whoami', '--session'], env)).out).toContain(`<${email}>`);
});

describe('lms listen', () => {
  let server: Server;
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  beforeEach(async () => {
    received.length = 0;
    server = createServer(async (request, response) => {
      received.push({ headers: request.headers, body: await text(request) });
      response.writeHead(204).end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterEach(() => new Promise((closed) => server.close(closed)));

  test('sends deliveries to a local program, signed, and only of the wanted types', async () => {
    const { email } = await newCreator(app);
    await lms(['login', '--email', email], { ...env, LMS_PASSWORD: PASSWORD });
    const body = ['-f', 'url=https://hooks.invalid/', '-F', 'event_types=["course.created"]'];
    const { id } = JSON.parse((await lms(['api', '/integrations/webhooks/', '--session', ...body], env)).out);
    await lms(['api', '/courses/', '--session', '-f', 'title=Heard'], env);
    await app.mailbox.runJobs();
    const stop = new AbortController();
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    let printed = '';
    const out = (line: string): void => {
      printed += line;
      stop.abort();
    };
    // By its text, this time is after every other.
    const args = ['listen', id, '--to', to, '--secret', secret, '--events', 'course.created', '--after', 'Sat, 01 Jan 2000 00:00:00 GMT', '--json'];
    expect(await lms(args, env, { out, interruption: () => stop.signal })).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^listening for course\.created/),
    });
    expect(JSON.parse(printed)).toMatchObject({ event_type: 'course.created', status: 204 });
    expect(received).toHaveLength(1);
    const [{ headers, body: sent } = { headers: {}, body: '' }] = received;
    expect(await verifyWebhook(secret, headers, sent)).toMatchObject({ type: 'course.created', data: { course: { title: 'Heard' } } });
  });

  test('makes an endpoint, shows its secret, signs with it, and deletes the endpoint at its end', async () => {
    const open = await startTestApp(withPorts({ allowPrivateWebhooks: true }));
    const there = { ...env, LMS_URL: open.url };
    await lms(['login', '--email', (await newCreator(open)).email], { ...there, LMS_PASSWORD: PASSWORD });
    const stop = new AbortController();
    let said = '';
    let sent: Promise<unknown> = Promise.resolve();
    const err = (line: string): void => {
      said += line;
      if (line.startsWith('listening')) sent = lms(['trigger', 'course.created'], there).then(() => open.mailbox.runJobs());
    };
    const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const args = ['listen', '--to', to, '--events', 'course.created', '--interval', '0.02'];
    expect(await lms(args, there, { err, out: () => stop.abort(), interruption: () => stop.signal })).toMatchObject({ code: 0 });
    await sent;
    const [, secret = ''] = /its secret is (whsec_\S+)/.exec(said) ?? [];
    const heard = received.find(({ body }) => body.includes('The Unix Shell')) as (typeof received)[number];
    expect(await verifyWebhook(secret, heard.headers, heard.body)).toMatchObject({ type: 'course.created' });
    expect(JSON.parse((await lms(['api', 'GET', '/integrations/webhooks/', '--session'], there)).out).results).toEqual([]);
    await open.close();
  });

  test('names the setting without which a service on this computer makes no endpoint', async () => {
    await lms(['login', '--email', (await newCreator(app)).email], { ...env, LMS_PASSWORD: PASSWORD });
    const args = ['listen', '--to', 'http://127.0.0.1:9/', '--events', 'course.created'];
    expect(await lms(args, env)).toMatchObject({ code: 2, err: expect.stringContaining('WEBHOOK_ALLOW_PRIVATE=1') });
  });

  test('says what is wrong if it has neither an endpoint nor events', async () => {
    expect(await lms(['listen', '--to', 'http://127.0.0.1:9/'], env)).toMatchObject({ code: 2, err: expect.stringContaining('or use --events') });
  });
});

test('lms outline import makes a course from one file, and nothing twice', async () => {
  const again = (file: string) => lms(['outline', 'import', file, '--publish', '--json'], env);
  const first = await again('test/fixtures/outline.json');
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(first.out)).toMatchObject({ made: 12, alreadyThere: 0 });
  expect(JSON.parse((await again('test/fixtures/outline.json')).out)).toMatchObject({ made: 0, alreadyThere: 12 });
  expect(await again('missing.json')).toMatchObject({ code: 2, err: 'error: missing.json does not exist\n' });
});

test('every command has help with examples, and completion names it', async () => {
  const { out } = await lms(['--help'], {});
  const completion = (await lms(['completion', 'bash'], {})).out;
  for (const name of ['whoami', 'api', 'outline', 'login', 'listen', 'trigger', 'mcp']) {
    expect(out).toContain(`  ${name} `);
    expect(completion).toContain(`    ${name})`);
    expect(await lms([name, '--help'], {})).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage: lms [\s\S]*\nExamples:\n {2}/) });
  }
  expect(await lms(['completion', 'fish'], {})).toMatchObject({ code: 2 });
  expect(await lms(['completion', '--help'], {})).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage: lms completion/) });
});

test('the program prints and ends as the commands say', async () => {
  const main = resolve('scripts/cli/main.ts');
  const ended = (args: string[]) =>
    new Promise<{ code: number | string; stdout: string; stderr: string }>((done) => {
      execFile(process.execPath, [main, ...args], { env: { ...process.env, NODE_OPTIONS: '', ...env } }, (error, stdout, stderr) =>
        done({ code: error?.code ?? 0, stdout, stderr }),
      ).stdin?.end();
    });
  const seen = await ended(['api', '/whoami/']);
  expect(seen).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(seen.stdout)).toHaveProperty('scopes');
  expect(await ended(['api'])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^error: /) });
  expect(await ended(['login'])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^Email: error: no answer to/) });
});

test('the program ends quietly when whoever reads it has seen enough', async () => {
  const script = `set -o pipefail; "${process.execPath}" scripts/cli/main.ts --help | true`;
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((done) => {
    execFile('bash', ['-c', script], { env: { ...process.env, NODE_OPTIONS: '', ...env } }, (error, _stdout, stderr) =>
      done({ code: error?.code ?? 0, stderr }),
    );
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

/** Runs a program at a terminal of its own. */
const SCRIPT = '/usr/bin/script';

(process.platform === 'linux' && existsSync(SCRIPT) ? test : test.skip)(
  'at a terminal, a question stays on the screen, and the end of the input ends the program',
  async () => {
    const program = spawn(SCRIPT, ['-qec', `"${process.execPath}" scripts/cli/main.ts login`, '/dev/null'], {
      timeout: 20_000,
      env: { ...process.env, NODE_OPTIONS: '', ...env },
    });
    let shown = '';
    program.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (!shown.includes('Email: ') && `${shown}${text}`.includes('Email: ')) program.stdin.write('\x04');
      shown += text;
    });
    const [code] = await once(program, 'close');
    expect([code, shown.includes('no answer to')]).toEqual([2, true]);
    // What clears the screen comes before the question.
    expect(shown.slice(shown.indexOf('Email: '), shown.indexOf('no answer to'))).not.toContain('\x1b[0J');
  },
);

test('Ctrl+C ends a command that waits for the service', async () => {
  const busy = createServer((_request, response) => response.writeHead(429, { 'Retry-After': '3000' }).end());
  busy.listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const url = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`;
  const program = spawn(process.execPath, [resolve('scripts/cli/main.ts'), 'whoami', '--url', url], { env: { ...process.env, NODE_OPTIONS: '', ...env } });
  const ended = once(program, 'exit');
  expect(String((await once(program.stderr, 'data'))[0])).toContain('waiting 3000 s');
  program.kill('SIGINT');
  expect(await ended).toEqual([null, 'SIGINT']);
  await new Promise((closed) => busy.close(closed));
});

describe('lms mcp', () => {
  test('passes messages between standard input and output and the service, until its input ends', async () => {
    const input = new PassThrough();
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    let out = '';
    const ended = lms(['mcp'], env, {
      input,
      out(text) {
        out += text;
        input.end();
      },
    });
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    expect(await ended).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({ id: 1, result: { protocolVersion: '2025-11-25' } });
  });

  test('ends at once if the service does not know the key', async () => {
    expect(await lms(['mcp'], { ...env, LMS_API_KEY: 'lms_unknown' })).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringMatching(/^error: GET \/whoami\/: 401 /),
    });
  });

  test('needs a key', async () => {
    expect(await lms(['mcp'], { ...env, LMS_API_KEY: '' })).toMatchObject({ code: 2, err: expect.stringContaining('LMS_API_KEY') });
  });
});
