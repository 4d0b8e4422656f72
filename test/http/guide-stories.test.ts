import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withSteps } from '../../src/http/guide-steps.ts';
import { STORIES } from '../../src/http/guides.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PASSWORD } from '../support/browser.ts';
import { handIn } from '../support/gradebook.ts';
import { newEnrolled } from '../support/learner.ts';
import { newOrganisation } from '../support/organisation.ts';
import { newSchool } from '../support/school.ts';
import { until } from '../support/until.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

let app: TestApp;
let folder: string;
let receiver: WebhookReceiver;
beforeAll(async () => {
  app = await startTestApp();
  receiver = await startWebhookReceiver();
  folder = await mkdtemp(join(tmpdir(), 'lms-guides-'));
});
afterAll(async () => {
  await app.close();
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

/** What each guide begins with. */
const BEGINNINGS: Record<keyof typeof STORIES, () => Promise<Record<string, string>>> = {
  automate: async () => ({ LMS_API_KEY: (await newOrganisation(app)).secret }),
  'learner-app': async () => {
    const school = await newSchool(app);
    const course = await school.newCourse({ status: 'published' });
    const chapter = { ...(await school.newChapter(course.id)), course_id: course.id };
    await school.newLesson({ content_type: 'lesson', content: { format: 'markdown', body: 'Text' } }, chapter);
    const choices = ['wc', 'ls'].map((id) => ({ id, text: id }));
    const questions = [{ type: 'single', prompt: 'Which counts lines?', correct_choice_id: 'wc', choices }];
    await school.newLesson({ content_type: 'quiz', content: { questions } }, chapter);
    return { LMS_EMAIL: (await newEnrolled(app, school, course.id)).email, LMS_PASSWORD: PASSWORD };
  },
  'sell-a-course': async () => ({ LMS_EMAIL: (await newSchool(app)).email, LMS_PASSWORD: PASSWORD }),
  'grade-a-class': async () => {
    const school = await newSchool(app);
    const course = await school.newCourse({ status: 'published' });
    const chapter = { ...(await school.newChapter(course.id)), course_id: course.id };
    const lesson = await school.newLesson(
      { content_type: 'assignment', content: { instructions: 'Count the lines.', submission_kinds: ['text'], points: 10 } },
      chapter,
    );
    await handIn(await newEnrolled(app, school, course.id), lesson);
    await app.mailbox.runJobs();
    return { LMS_EMAIL: school.email, LMS_PASSWORD: PASSWORD };
  },
  webhooks: async () => ({ LMS_EMAIL: (await newSchool(app)).email, LMS_PASSWORD: PASSWORD, LMS_RECEIVER: receiver.url }),
};

const blocks = (text: string, language: string): string =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => code).join('');

/** Runs a program, and the jobs of the service while it runs. */
async function run(command: string, args: string[], env: Record<string, string>): Promise<{ code: number | string; stderr: string }> {
  let ended: { code: number | string; stderr: string } | undefined;
  const whole = { PATH: process.env.PATH ?? '', LMS_URL: app.url, ...env };
  execFile(command, args, { env: whole }, (error, _stdout, stderr) => {
    ended = { code: error?.code ?? 0, stderr };
  });
  await until(async () => {
    await app.mailbox.runJobs();
    return ended !== undefined;
  });
  return ended as unknown as { code: number | string; stderr: string };
}

describe.each(Object.entries(STORIES) as [keyof typeof STORIES, string][])('the guide %s', (name, file) => {
  const story = async () => withSteps(await readFile(file, 'utf8'));

  test('runs as commands', async () => {
    const script = join(folder, `${name}.sh`);
    await writeFile(script, `set -e -o pipefail\n${blocks(await story(), 'sh')}`);
    expect(await run('bash', [script], await BEGINNINGS[name]())).toMatchObject({ code: 0, stderr: '' });
  });

  test('runs as TypeScript', async () => {
    const program = join(folder, `${name}.mts`);
    const client = pathToFileURL(resolve('scripts/sdk/index.ts')).href;
    await writeFile(program, blocks(await story(), 'ts').replace("'@lms/client'", `'${client}'`));
    expect(await run(process.execPath, [program], await BEGINNINGS[name]())).toMatchObject({ code: 0, stderr: '' });
  });

  test('is served with both, beside the others', async () => {
    const { status, text } = await app.http.get(`/docs/guides/${name}`);
    expect([status, text.includes('class="language-sh"'), text.includes('class="language-ts"'), text.includes('language-request')]).toEqual([
      200,
      true,
      true,
      false,
    ]);
    expect((await app.http.get('/docs/guides')).text).toContain(`href="/docs/guides/${name}"`);
  });
});
