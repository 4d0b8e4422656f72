import { erasing } from '../../../src/domain/kernel/personal-data.ts';
import { PERSONAL_DATA } from '../../../src/domain/upkeep/privacy/personal-data.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { faultsOf, lessonPath, progressIn, refusalOf, report, view } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { importPackage, type ScormPackage } from '../../support/packages.ts';
import { newLearner, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
/** The lessons of a package of each standard, which tests only play. */
let shared: Record<'1.2' | '2004', Row[]>;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  shared = { '1.2': await importPackage(app, school, LADDERS), '2004': await importPackage(app, school, JUDGED_2004) };
});
afterAll(() => app.close());

const PAGE = '<!doctype html><title>SCO</title>';
const FILES = { 'index.html': PAGE, 'media/clip.mp4': Buffer.from('0123456789'), 'notes.xyz': 'x', 'Ä b.txt': 'umlaut', 'empty.css': '' };
const LADDERS: ScormPackage = {
  items: [
    { id: 'i', title: 'Ladders', ref: 'r', inside: '<adlcp:masteryscore>80</adlcp:masteryscore>' },
    { id: 's', title: 'Sheet', ref: 's' },
  ],
  resources: { r: 'index.html?a=1', s: '<resource identifier="s" type="webcontent" adlcp:scormtype="asset" href="index.html"/>' },
  files: FILES,
};
/** The second item is satisfied from a measure of 0.6, and completed from a progress of 0.75. */
const JUDGED_2004: ScormPackage = {
  standard: '2004',
  items: [
    { id: 'i', title: 'Ladders', ref: 'r' },
    {
      id: 'j',
      title: 'Judged',
      ref: 'r',
      inside:
        '<adlcp:completionThreshold>0.75</adlcp:completionThreshold><imsss:sequencing><imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives></imsss:sequencing>',
    },
  ],
  resources: { r: 'index.html?a=1' },
  files: FILES,
};

/** The lessons of a package in a published course, and somebody who learns in it. */
async function played(lessons: Row[] = shared['1.2']) {
  const [lesson, other] = lessons as [Row, Row];
  return { lesson, other, ...(await newLearner(app, school.organisation.id, String(lesson.course_id))) };
}

const STATE = { number: 1, status: 'incomplete' };
const tell = (where: Awaited<ReturnType<typeof played>>, launch_id: string, more: object = {}) =>
  report(where.browser, where.lesson, { event: 'scorm', package: { ...STATE, launch_id, ...more } });
const launchOf = async ({ browser, lesson }: Pick<Awaited<ReturnType<typeof played>>, 'browser' | 'lesson'>) =>
  (await expectStatus(200, view(browser, lesson))).body.launch as { id: string; url: string; expires_at: string };
const send = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}state`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('what a package tells is kept for each learner and lesson, and completes the lesson by its own status', async () => {
  const at = await played();
  const { id } = await launchOf(at);
  expect((await progressIn(at.browser, at.lesson)).body.package).toBeNull();
  const first = await expectStatus(200, tell(at, id, { location: 'p3', suspend_data: 'abc', score_raw: 40, session_seconds: 65 }));
  expect(first.body).toMatchObject({
    state: 'in_progress',
    completed_at: null,
    package: { launch_id: id, number: 1, status: 'incomplete', location: 'p3', suspend_data: 'abc', score_raw: 40, total_seconds: 65, session_seconds: 65 },
  });
  expect((await expectStatus(200, tell(at, id, { number: 2, status: 'failed' }))).body.state).toBe('in_progress');
  expect((await expectStatus(200, tell(at, id, { number: 3, status: 'passed', session_seconds: 70 }))).body).toMatchObject({
    state: 'completed',
    course_percent: 50,
    package: { status: 'passed', total_seconds: 70 },
  });
  const again = await launchOf(at);
  expect((await expectStatus(200, tell(at, again.id, { status: 'incomplete', session_seconds: 5 }))).body).toMatchObject({
    state: 'completed',
    package: { status: 'incomplete', total_seconds: 75, session_seconds: 5 },
  });
  const other = await played();
  expect((await progressIn(other.browser, at.lesson)).body.package).toBeNull();
});

test('the mastery score of an item decides at each report, over what the package says of itself', async () => {
  const at = await played();
  const { id } = await launchOf(at);
  let number = 0;
  const told = async (more: object) => {
    const { body } = await expectStatus(200, tell(at, id, { number: ++number, ...more }));
    return [body.state, body.package.status];
  };
  expect(await told({ status: 'completed', score_raw: 79 })).toEqual(['in_progress', 'failed']);
  expect(await told({ status: 'passed', score_raw: 79.9 })).toEqual(['in_progress', 'failed']);
  expect(await told({ status: 'incomplete', score_raw: 90 })).toEqual(['in_progress', 'incomplete']);
  expect(await told({ status: 'failed', score_raw: 80 })).toEqual(['completed', 'passed']);

  const latest = await played(shared['2004']);
  const later = { ...latest, lesson: latest.other };
  const launch = await launchOf(later);
  const judged = async (count: number, more: object) => {
    const { body } = await expectStatus(200, tell(later, launch.id, { number: count, ...more }));
    return [body.state, body.package.status, body.package.success];
  };
  expect(await judged(1, { status: 'completed', success: 'passed', score_scaled: 0.5, progress: 0.7 })).toEqual(['in_progress', 'incomplete', 'failed']);
  expect(await judged(2, { status: 'incomplete', success: 'failed', score_scaled: 0.6, progress: 0.75 })).toEqual(['completed', 'completed', 'passed']);
});

test('a report that was overtaken changes nothing: not an earlier one, and not one of an earlier launch', async () => {
  const at = await played();
  const [old, latest] = [await launchOf(at), await launchOf(at)];
  await expectStatus(200, tell(at, latest.id, { number: 5, location: 'new' }));
  for (const [id, number] of [
    [latest.id, 4],
    [latest.id, 5],
    [old.id, 9],
  ] as const)
    expect((await expectStatus(200, tell(at, id, { number, location: 'old', status: 'passed' }))).body).toMatchObject({
      state: 'in_progress',
      package: { location: 'new', number: 5, launch_id: latest.id },
    });
});

test.each([
  ['2004', { status: 'completed', success: 'failed' }, 'in_progress'],
  ['2004', { status: 'incomplete', success: 'passed' }, 'completed'],
  ['2004', { status: 'completed' }, 'completed'],
  ['1.2', { status: 'browsed' }, 'in_progress'],
] as const)('a package of SCORM %s that tells %o leaves its lesson %s', async (standard, told, state) => {
  const at = await played(shared[standard]);
  const { id } = await launchOf(at);
  expect((await expectStatus(200, tell(at, id, told))).body.state).toBe(state);
});

test('texts are as long as their standard allows', async () => {
  const old = await played();
  const { id } = await launchOf(old);
  await expectStatus(200, tell(old, id, { suspend_data: 'x'.repeat(4096), location: 'x'.repeat(255) }));
  expect(await faultsOf(tell(old, id, { number: 2, suspend_data: 'x'.repeat(4097), location: 'x'.repeat(256) }))).toEqual([
    'package.location too_long',
    'package.suspend_data too_long',
  ]);
  const at = await played(shared['2004']);
  const launch = await launchOf(at);
  await expectStatus(200, tell(at, launch.id, { suspend_data: 'x'.repeat(64_000), location: 'x'.repeat(1000) }));
  expect(await faultsOf(tell(at, launch.id, { number: 2, suspend_data: 'x'.repeat(64_001) }))).toEqual(['package.suspend_data too_long']);
});

test('a report of a package is for lessons that show one, and opening one completes it only if it cannot report', async () => {
  const page = await school.newLesson({ content_type: 'embed', content: { url: 'https://example.org/' } });
  const at = await played();
  const { id } = await launchOf(at);
  expect((await expectStatus(200, report(at.browser, at.lesson, { event: 'opened' }))).body.state).toBe('in_progress');
  expect((await expectStatus(200, report(at.browser, at.other, { event: 'opened' }))).body.state).toBe('completed');
  await expectStatus(200, school.browser.call('patch', `courses/${school.courseId}/`, { status: 'published', visibility: 'public' }));
  const visitor = await newLearner(app, school.organisation.id, school.courseId);
  expect(await faultsOf(report(visitor.browser, page, { event: 'scorm', package: { ...STATE, launch_id: id } }))).toEqual(['event not_allowed']);
  expect(await faultsOf(report(at.browser, at.lesson, { event: 'scorm' }))).toEqual(['package required']);
  expect((await view(visitor.browser, page)).body.launch).toBeNull();
});

describe('the origin of contents', () => {
  test('is another than that of the API, and plays by a signed ticket without any session', async () => {
    const at = await played();
    const { url, id } = await launchOf(at);
    expect(new URL(url).origin).not.toBe(new URL(app.url).origin);
    const answer = await fetch(url, { headers: { Cookie: 'lms_session=x' } });
    const page = await answer.text();
    expect([answer.status, answer.headers.get('set-cookie'), answer.headers.get('content-type')]).toEqual([200, null, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).toMatch(/connect-src 'self'.*sandbox allow-scripts allow-same-origin (?!.*top-navigation)/);
    expect(page).toContain('files/index.html?a=1');
    const kept = await send(url, { ...STATE, location: 'p3', suspend_data: 'abc', seconds_spent: 3 });
    expect([kept.status, await kept.json(), kept.headers.get('set-cookie')]).toEqual([200, { is_kept: true }, null]);
    expect((await progressIn(at.browser, at.lesson)).body.package).toMatchObject({ launch_id: id, location: 'p3' });
    expect(await (await fetch((await launchOf(at)).url)).text()).toContain('"lesson_location":"p3"');
    await send((await launchOf(at)).url, STATE);
    expect(await (await send(url, { ...STATE, number: 2 })).json()).toEqual({ is_kept: false });
  });

  test('serves the files of the package with their types and by ranges, and nothing else', async () => {
    const at = await played();
    const { url } = await launchOf(at);
    const file = (path: string, headers: Record<string, string> = {}, method = 'GET') => fetch(`${url}files/${path}`, { headers, method });
    const html = await file('INDEX.html?x=1');
    expect([html.status, html.headers.get('content-type'), html.headers.get('x-content-type-options'), await html.text()]).toEqual([
      200,
      'text/html',
      'nosniff',
      PAGE,
    ]);
    const whole = await file('media/clip.mp4');
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges'), await whole.text()]).toEqual([
      200,
      'video/mp4',
      'bytes',
      '0123456789',
    ]);
    const part = await file('media/clip.mp4', { Range: 'bytes=2-4' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234']);
    const tail = await file('media/clip.mp4', { Range: 'bytes=-3' });
    expect([tail.status, await tail.text()]).toEqual([206, '789']);
    expect((await file('media/clip.mp4', { Range: 'bytes=10-' })).status).toBe(416);
    expect([await (await file(encodeURI('Ä b.txt'))).text(), await (await file('empty.css')).text()]).toEqual(['umlaut', '']);
    const head = await file('media/clip.mp4', {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
    const unknown = await file('notes.xyz');
    expect([unknown.headers.get('content-type'), unknown.headers.get('content-disposition')]).toEqual(['application/octet-stream', 'attachment']);
    for (const path of ['nowhere.html', '..%2f..%2fetc%2fpasswd', '%2e%2e/index.html', 'media/', '%00', 'a%5c..%5cindex.html'])
      expect([path, (await file(path)).status]).toEqual([path, 404]);
    expect((await file('index.html', { 'Service-Worker': 'script' })).status).toBe(404);
    const { origin } = new URL(url);
    for (const path of ['/', '/api/v1/agent/courses/', '/healthz', '/sign-in', '/files/public/x', '/player/nothing.js', `/play/${'x'.repeat(180)}/`])
      expect([path, (await fetch(`${origin}${path}`)).status]).toEqual([path, 404]);
    expect((await fetch(`${app.url}${new URL(url).pathname}`)).status).toBe(404);
    for (const name of ['player.js', 'style.css', 'scorm12.js', 'scorm2004.js']) expect((await fetch(`${origin}/player/${name}`)).status).toBe(200);
  });

  test('ends with the ticket, and refuses one that was changed', async () => {
    const at = await played();
    const { url, expires_at } = await launchOf(at);
    const ticket = url.split('/').at(-2) as string;
    const changed = url.replace(ticket, `${ticket.slice(0, 40)}${ticket[40] === 'A' ? 'B' : 'A'}${ticket.slice(41)}`);
    expect((await fetch(changed)).status).toBe(404);
    expect((await fetch(url)).status).toBe(200);
    const before = app.clock.time;
    app.clock.time = Date.parse(expires_at);
    const after = await Promise.all([fetch(url), fetch(`${url}files/index.html`), send(url, STATE)]);
    app.clock.time = before;
    expect(after.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  test('refuses what is no report, and too many of them', async () => {
    const at = await played();
    const { url } = await launchOf(at);
    const refusal = async (body: unknown, headers?: Record<string, string>) => {
      const answer = await send(url, body, headers);
      return [answer.status, ((await answer.json()) as { code: string }).code];
    };
    expect(await refusal('{')).toEqual([400, 'bad_request']);
    expect(await refusal('[]')).toEqual([415, 'unsupported_media_type']);
    expect(await refusal('x', { 'Content-Type': 'text/plain' })).toEqual([415, 'unsupported_media_type']);
    expect(await refusal({ ...STATE, location: 'a\0b' })).toEqual([400, 'validation_error']);
    expect(await refusal({ ...STATE, user_id: 'x' })).toEqual([400, 'validation_error']);
    expect(await refusal({ ...STATE, suspend_data: 'x'.repeat(600_000) })).toEqual([413, 'payload_too_large']);
    let last = 0;
    // What is no report counts, too, and costs less.
    for (let count = 0; last !== 429 && count < 150; count++) last = (await send(url, '[]')).status;
    expect(last).toBe(429);
  });

  test('keeps nothing of who is not enrolled any more, or of a lesson that is closed', async () => {
    const at = await played(await importPackage(app, school, LADDERS));
    const { url } = await launchOf(at);
    await expectStatus(200, school.browser.call('patch', `courses/${at.lesson.course_id}/chapters/${at.lesson.chapter_id}/`, { is_published: false }));
    expect([(await fetch(url)).status, (await send(url, STATE)).status]).toEqual([404, 404]);
    const preview = await launchOf({ browser: school.browser, lesson: at.lesson });
    const page = await fetch(preview.url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('This is a preview. Nothing will be saved.')]);
    const refused = await send(preview.url, STATE);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, 'not_enrolled']);
  });

  test('leaves its tickets out of the log', async () => {
    const at = await played();
    const { url } = await launchOf(at);
    await fetch(`${url}files/index.html`);
    const ticket = url.split('/').at(-2) as string;
    expect(JSON.stringify(app.log)).toContain('/play/-/files/index.html');
    expect(JSON.stringify(app.log)).not.toContain(ticket);
  });
});

test('an origin of contents with a host of its own is served beside the others, and serves nothing else', async () => {
  const beside = await startTestApp(
    (services) => ({
      ...services,
      ports: { ...services.ports, contentOrigin: () => 'https://content.example.org' },
      settings: { ...services.settings, contentHost: 'content.example.org' },
    }),
    { beside: app },
  );
  try {
    const at = await played();
    const cookie = at.browser.cookie ?? '';
    const lesson = await beside.http
      .get(`/api/v1/${lessonPath(at.lesson)}`)
      .set('Cookie', cookie)
      .set('X-Organisation', school.organisation.id);
    const { url } = lesson.body.launch;
    expect(url).toMatch(/^https:\/\/content\.example\.org\/play\//);
    const { pathname } = new URL(url);
    const onContents = (path: string) => beside.http.get(path).set('Host', 'content.example.org').set('Cookie', cookie);
    expect((await onContents(pathname)).status).toBe(200);
    expect((await onContents('/api/v1/me/').set('X-Organisation', school.organisation.id)).status).toBe(404);
    expect((await beside.http.get(pathname)).status).toBe(404);
  } finally {
    await beside.close();
  }
});

test('what a package told is part of the data export, and its texts are erased with the account', async () => {
  const at = await played();
  await expectStatus(200, tell(at, (await launchOf(at)).id, { suspend_data: 'my answers', location: 'p3', score_raw: 87, status: 'passed' }));
  const files = await exportOf(app, at.browser);
  expect(JSON.parse(files['package-states.json'] ?? '')).toMatchObject([{ suspend_data: 'my answers', location: 'p3', score_raw: 87, status: 'passed' }]);
  for (const entry of PERSONAL_DATA)
    if (entry.tables.includes('package_states')) for (const statement of erasing(entry, [at.id])) await statement.execute(app.database.db);
  expect((await progressIn(at.browser, at.lesson)).body.package).toMatchObject({ suspend_data: '', location: '', score_raw: 87, status: 'passed' });
});

test('another organisation reads neither the lesson nor its launch', async () => {
  const at = await played();
  const other = await newSchool(app);
  expect(await refusalOf(other.browser.call('get', lessonPath(at.lesson)))).toEqual([404, 'not_found']);
});
