import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { commands } from '../../scripts/cli/commands.ts';
import { packCommandLine } from '../../scripts/cli/pack/pack.ts';
import { startTestApp, type TestApp, withPorts } from '../support/app.ts';
import { takesAtMost } from '../support/bound.ts';
import { PASSWORD } from '../support/browser.ts';
import { newOrganisation } from '../support/organisation.ts';
import { newSchool } from '../support/school.ts';

takesAtMost(120);

const FOLDER = resolve('.data', `cli-${process.pid}`);
/** Outside of this project, so that nothing of it is found. */
let project: string;
let packed: string;
let app: TestApp;
let env: Record<string, string>;

const run = (command: string, args: string[]): Promise<{ code: number | string; output: string }> =>
  new Promise((done) => {
    execFile(command, args, { cwd: project, env }, (error, stdout, stderr) => done({ code: error?.code ?? 0, output: stdout + stderr })).stdin?.end();
  });

beforeAll(async () => {
  app = await startTestApp(withPorts({ allowPrivateWebhooks: true }));
  packed = await packCommandLine(FOLDER);
  project = await mkdtemp(join(tmpdir(), 'lms-empty-project-'));
  env = { ...(process.env as Record<string, string>), NODE_OPTIONS: '', PATH: `${join(project, 'node_modules/.bin')}:${process.env.PATH}` };
  await writeFile(join(project, 'package.json'), '{"private": true}');
  expect(await run('npm', ['install', '--offline', '--no-audit', '--no-fund', packed])).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await app?.close();
  for (const folder of [FOLDER, project]) if (folder) await rm(folder, { recursive: true, force: true });
});

/** What stands under the examples of a command, as it is printed. */
async function examplesOf(name: string): Promise<string[]> {
  const { output } = await run('lms', [name, '--help']);
  return (output.split('\nExamples:\n')[1] ?? '').split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim()] : []));
}

const runs = async (lines: string[]): Promise<void> => {
  const script = lines.join('\n');
  expect({ script, ...(await run('bash', ['-e', '-o', 'pipefail', '-c', script])) }).toMatchObject({ script, code: 0 });
};

/** Runs a command that ends with Ctrl+C as soon as it says that it listens. */
async function listened(line: string): Promise<{ code: number | null; said: string }> {
  const program: ChildProcess = spawn('bash', ['-c', `exec ${line}`], { cwd: project, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  program.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (text.includes('listening for')) program.kill('SIGINT');
  });
  const [code] = (await once(program, 'close')) as [number | null];
  return { code, said };
}

test('the package has no dependency, npx runs its program, and the examples of every command run as they are printed', async () => {
  expect((await run('npx', ['--yes', '--offline', '--package', packed, 'lms', '--help'])).output).toMatch(/^Usage: lms <command>/);
  const [organisation, school] = [await newOrganisation(app), await newSchool(app)];
  const course = await organisation.newCourse();
  const chapter = (await organisation.call('post', `courses/${course.id}/chapters/`, { title: 'The dough' })).body;
  const place = `courses/${course.id}/chapters/${chapter.id}/lessons/`;
  await organisation.call('post', place, { title: 'Flour' });
  const { body: lesson } = await organisation.call('post', place, { title: 'Kneading', content: { body: 'Knead.' } });
  const endpoint = await school.browser.call('post', 'integrations/webhooks/', { url: `${app.url}/hooks`, event_types: ['enrollment.created', 'order.paid'] });
  Object.assign(env, {
    LMS_URL: app.url,
    LMS_API_KEY: organisation.secret,
    LMS_PASSWORD: PASSWORD,
    HOME: project,
    XDG_CONFIG_HOME: '',
    COURSE: course.id,
    ENDPOINT: endpoint.body.id,
    SECRET: endpoint.body.secret,
  });
  await writeFile(join(project, 'password.txt'), PASSWORD);
  await writeFile(join(project, 'messages.jsonl'), '{"jsonrpc": "2.0", "method": "notifications/initialized"}\n');
  await copyFile('test/fixtures/outline.json', join(project, 'outline.json'));

  // The others need the session that this one keeps.
  const names = ['login', ...Object.keys(commands).filter((name) => name !== 'login'), 'completion'];
  for (const name of names) {
    const lines = (await examplesOf(name)).map((line) => line.replace('ada@example.org', school.email));
    expect([name, lines.length > 0]).toEqual([name, true]);
    if (name === 'listen') for (const line of lines) expect({ line, ...(await listened(line)) }).toMatchObject({ line, code: 0 });
    else if (name === 'outline') {
      await runs(lines.slice(0, -1));
      // The last example resolves a conflict.
      await organisation.call('patch', `${place}${lesson.id}/`, { updated_at: lesson.updated_at, content: { body: 'Knead well.' } });
      await runs(['cd bread', "sed -i 's/Knead\\./Knead for long./' 01-the-dough/02-kneading.md", 'lms outline push || test $? = 1', lines.at(-1) ?? '']);
    } else await runs(lines);
  }
});
