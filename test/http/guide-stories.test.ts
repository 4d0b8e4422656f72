import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withSteps } from '../../src/http/guide-steps.ts';
import { STORIES } from '../../src/http/guides.ts';
import { openIdProviders } from '../../src/platform/identity/openid-providers.ts';
import { startTestApp, type TestApp, withPorts } from '../support/app.ts';
import { PASSWORD } from '../support/browser.ts';
import { cartridgeOf, pageHtml } from '../support/cartridges.ts';
import { handIn } from '../support/gradebook.ts';
import { providerAt, startIdentityProvider, type TestIdentityProvider } from '../support/identity-provider.ts';
import { newEnrolled } from '../support/learner.ts';
import { newOrganisation } from '../support/organisation.ts';
import { freePort } from '../support/redis.ts';
import { newSchool } from '../support/school.ts';
import { until } from '../support/until.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

let app: TestApp;
let folder: string;
let receiver: WebhookReceiver;
let identities: TestIdentityProvider;
beforeAll(async () => {
  const port = await freePort();
  app = await startTestApp(withPorts({ providers: openIdProviders([providerAt(port)]) }));
  identities = await startIdentityProvider({ port, redirectUri: `${app.url}/oauth/callback`, person: ADA });
  receiver = await startWebhookReceiver();
  folder = await mkdtemp(join(tmpdir(), 'lms-guides-'));
});
afterAll(async () => {
  await app.close();
  await receiver.close();
  await identities.close();
  await rm(folder, { recursive: true, force: true });
});

const ADA = { sub: 'ada', email: 'ada@school.example.org', email_verified: true, name: 'Ada Lovelace' };

/** A course as Canvas exports it: a module with a page and an assignment of ten points. */
function canvasExport(): Promise<Buffer> {
  const space = 'xmlns="http://canvas.instructure.com/xsd/cccv1p0"';
  const type = 'associatedcontent/imscc_xmlv1p1/learning-application-resource';
  const assignment = `<assignment identifier="a" ${space}><title>Script</title><points_possible>10.0</points_possible><grading_type>points</grading_type>
    <submission_types>online_text_entry</submission_types><workflow_state>published</workflow_state></assignment>`;
  return cartridgeOf({
    title: 'The Unix Shell',
    items: [
      {
        id: 'm1',
        title: 'Pipes and filters',
        items: [
          { id: 'i1', title: 'Counting lines', ref: 'p' },
          { id: 'i2', title: 'Script', ref: 'a' },
        ],
      },
    ],
    resources: [
      { id: 'p', type: 'webcontent', files: { 'wiki_content/counting.html': pageHtml('Counting lines', '<p>wc -l counts lines.</p>') } },
      { id: 'a', type, href: 'a/script.html', files: { 'a/script.html': '<p>Count the lines.</p>', 'a/assignment_settings.xml': assignment } },
      { id: 's', type, href: 'course_settings/canvas_export.txt', files: { 'course_settings/canvas_export.txt': 'Q: why?' } },
    ],
  });
}

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
  'move-from-canvas': async () => {
    const school = await newSchool(app);
    const files = { LMS_CARTRIDGE: join(folder, `${school.courseId}.imscc`), LMS_ROSTER: join(folder, `${school.courseId}.csv`) };
    await writeFile(files.LMS_CARTRIDGE, await canvasExport());
    await writeFile(files.LMS_ROSTER, 'Name,Email,Student number\nAda Lovelace,,1001\nGrace Hopper,,1002\n');
    return { LMS_EMAIL: school.email, LMS_PASSWORD: PASSWORD, ...files };
  },
  'run-a-kiosk': async () => {
    const school = await newSchool(app);
    const course = await school.newCourse({ status: 'published', timezone: 'UTC' });
    await newEnrolled(app, school, course.id);
    return { LMS_EMAIL: school.email, LMS_PASSWORD: PASSWORD, LMS_COURSE: course.id };
  },
  'single-sign-on': async () => ({ LMS_PROVIDER: 'google' }),
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
