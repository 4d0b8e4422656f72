import type { TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Cartridge, cartridgeOf, manifestXml, resourceType, topicXml } from '../../support/cartridges.ts';
import { importCourse, importFile } from '../../support/course-archives.ts';
import { type ListeningSchool, startListening } from '../../support/events.ts';
import { runJobsAfter } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { pdf, png } from '../../support/sample-files.ts';
import { newLearner, newSchool, type School } from '../../support/school.ts';
import { zipOf } from '../../support/zip.ts';

const LAR = 'associatedcontent/imscc_xmlv1p1/learning-application-resource';

let listening: ListeningSchool;
let app: TestApp;
let school: School;
beforeAll(async () => {
  listening = await startListening('course.imported', 'discussion.topic_created', 'discussion.reply_created');
  app = listening.app;
});
beforeEach(async () => {
  school = await newSchool(app);
});
afterAll(() => listening.close());

const call = (method: 'get' | 'post' | 'patch' | 'put' | 'delete', path: string, body?: object) => school.browser.call(method, path, body);
const read = async (path: string) => (await expectStatus(200, call('get', path))).body;
const topicsOf = async (courseId: string): Promise<Row[]> => (await read(`courses/${courseId}/discussion/topics/?ordering=created_at`)).results;
const topicOf = (courseId: string, { id }: Row) => read(`courses/${courseId}/discussion/topics/${id}/`);
const lessonsOf = async (courseId: string): Promise<Row[]> =>
  (await app.database.pool.query('select id, title, content_type, chapter_id, is_published from lessons where course_id = $1 order by id', [courseId])).rows;

const topic = (id: string, title: string, html: string, meta?: string) => [
  { id, type: resourceType('discussion'), files: { [`${id}.xml`]: topicXml(title, html) }, dependencies: meta === undefined ? [] : [`${id}-meta`] },
  ...(meta === undefined ? [] : [{ id: `${id}-meta`, type: LAR, files: { [`${id}-meta.xml`]: `<topicMeta identifier="${id}-meta">${meta}</topicMeta>` } }]),
];

const inOneChapter = (...resources: Cartridge['resources'][number][]): Cartridge => ({
  title: 'Talks',
  items: [
    {
      title: 'Week 1',
      items: resources.flatMap(({ id, type }) => (type.startsWith('imsdt') ? [{ title: id, ref: id }] : [])),
    },
  ],
  resources,
});
const TALK = inOneChapter(...topic('Talk', 'Talk', '<p>What do <b>herons</b> eat?</p>'));

const imported = async (cartridge: Cartridge, into?: string, choice: object = {}) => {
  const done = await importCourse(app, school, await cartridgeOf(cartridge), choice, 'a.imscc', into);
  expect(done).toMatchObject({ status: 'completed', failure: null });
  return done;
};
const takeBack = ({ id }: Row) => call('delete', `course-imports/${id}/commit/`);

test('a discussion becomes a lesson with its prompt and a topic of the importer about that, in which learners can answer and which they can find', async () => {
  const { plan, course_id: id } = await imported(TALK);
  expect(plan).toMatchObject({ lesson_count: 1, topic_count: 1, found: 1, made: 1, warnings: [] });
  const [lesson] = await lessonsOf(id);
  const [found] = (await topicsOf(id)) as [Row];
  expect(await topicOf(id, found)).toMatchObject({
    title: 'Talk',
    kind: 'discussion',
    lesson_id: lesson?.id,
    text: { format: 'html', body: '<p>What do <b>herons</b> eat?</p>' },
    author: { is_staff: true, is_you: true, is_anonymous: false },
    is_following: false,
    is_unread: false,
    is_locked: false,
    is_pinned: false,
    reply_count: 0,
  });
  await expectStatus(200, call('patch', `courses/${id}/`, { status: 'published' }));
  const learner = await newLearner(app, school.organisation.id, id);
  const path = `courses/${id}/discussion/topics/`;
  const { body: seen } = await expectStatus(200, learner.browser.call('get', `${path}?search=HERONS&lesson_id=${lesson?.id}`));
  expect(seen.results).toMatchObject([{ id: found.id, title: 'Talk', is_unread: true }]);
  await expectStatus(201, learner.browser.call('post', `${path}${found.id}/replies/`, { text: { body: 'Fish' } }));
  expect(await topicOf(id, found)).toMatchObject({ reply_count: 1, is_unread: true });
});

test('nobody is told of imported topics, and no event is published for each of them', async () => {
  school = listening.school;
  await imported(TALK);
  expect((await listening.happened()).map(({ type }) => type)).toEqual(['course.imported']);
  const { rows } = await app.database.pool.query('select post_id from discussion_notices where organisation_id = $1', [school.organisation.id]);
  expect(rows).toEqual([]);
});

test('what Canvas tells of a discussion is kept, and what courses do not have is in the ledger', async () => {
  const cartridge = inOneChapter(
    ...topic('pinned', 'Pinned', '<p>a</p>', '<pinned>true</pinned><locked>true</locked>'),
    ...topic('hidden', 'Hidden', '<p>b</p>', '<workflow_state>unpublished</workflow_state>'),
    ...topic('lost', 'Lost', '<p>c</p>', '<require_initial_post>true</require_initial_post><lock_at>2027-02-01T00:00:00</lock_at>'),
    ...topic('graded', 'Graded', '<p>d</p>', '<assignment identifier="a"><points_possible>4</points_possible></assignment>'),
    ...topic('news', 'News', '<p>e</p>', '<type>announcement</type>'),
  );
  const { plan, course_id: id } = await imported(cartridge);
  const lessons = await lessonsOf(id);
  expect(lessons.map(({ title, content_type }) => [title, content_type])).toEqual([
    ['pinned', 'lesson'],
    ['hidden', 'lesson'],
    ['lost', 'lesson'],
    ['graded', 'assignment'],
    ['news', 'lesson'],
  ]);
  expect(plan.topic_count).toBe(4);
  const topics = await topicsOf(id);
  const shown = topics.map(({ title, is_pinned, is_locked, lesson_id }) => [title, is_pinned, is_locked, lessons.findIndex((one) => one.id === lesson_id)]);
  expect(shown.toSorted()).toEqual([
    ['graded', false, false, 3],
    ['hidden', false, false, 1],
    ['lost', false, false, 2],
    ['pinned', true, true, 0],
  ]);
  expect(plan.warnings.map(({ kind, outcome, title, detail }: Row) => [outcome, kind, title, detail])).toEqual([
    ['changed', 'features_lost', 'lost', 'require_initial_post, lock_at'],
    ['changed', 'discussion_as_text', 'news', null],
  ]);
  expect(plan).toMatchObject({ found: 5, made: 3, changed: 2, skipped: 0 });
});

test('a discussion for instructors is not published', async () => {
  const role = '<intendedEndUserRole><source>IMSGLC_CC_Rolesv1p2</source><value>Instructor</value></intendedEndUserRole>';
  const manifest = manifestXml(TALK).replace('<file href="Talk.xml"/>', `<metadata><lom><educational>${role}</educational></lom></metadata>$&`);
  const [talk] = TALK.resources;
  const bytes = await zipOf(Object.entries({ ...talk?.files, 'imsmanifest.xml': manifest }).map(([name, content]) => ({ name, content })));
  const { course_id: id } = await importCourse(app, school, bytes, {}, 'a.imscc');
  expect(await lessonsOf(id)).toMatchObject([{ title: 'Talk', is_published: false }]);
});

test('the text that opens a topic has no files of the course, and the title stands where nothing else is left or fits', async () => {
  const paper = '<p>See <a href="$IMS-CC-FILEBASE$/paper.pdf">the paper</a>, <a href="https://example.org/">this</a> <img src="$IMS-CC-FILEBASE$/a.png"></p>';
  const { course_id: id } = await imported({
    ...inOneChapter(
      ...topic('linked', 'Linked', paper),
      ...topic('picture', 'Only <a> picture', '<img src="$IMS-CC-FILEBASE$/a.png">'),
      ...topic('long', 'Long', `<p>${'word '.repeat(4001)}</p>`),
    ),
    extra: { 'web_resources/paper.pdf': pdf('paper'), 'web_resources/a.png': await png() },
  });
  const bodies = [];
  for (const one of await topicsOf(id)) bodies.push((await topicOf(id, one)).text.body);
  expect(bodies).toEqual([
    '<p>See <a rel="noopener noreferrer">the paper</a>, <a href="https://example.org/" rel="noopener noreferrer">this</a> </p>',
    '<p>picture</p>',
    '<p>long</p>',
  ]);
});

test('a discussion that stands in the outline twice has one lesson and one topic, and a lesson that is not chosen has none', async () => {
  const two = inOneChapter(...topic('one', 'One', '<p>1</p>'), ...topic('two', 'Two', '<p>2</p>'));
  const items = [{ title: 'Week', items: ['one', 'two', 'one'].map((ref) => ({ title: ref, ref })) }];
  const { plan } = await imported({ ...two, items });
  expect(plan).toMatchObject({ lesson_count: 2, topic_count: 2, warnings: [{ outcome: 'skipped', kind: 'repeated' }] });
  const { course_id } = await imported(two, undefined, { lesson_ids: [plan.chapters[0].lessons[1].id] });
  expect((await topicsOf(course_id)).map(({ title }) => title)).toEqual(['two']);
});

test('topics that are added to a course whose discussions are off are there for staff, and for learners once they are on', async () => {
  const { courseId } = school;
  await expectStatus(200, call('put', `courses/${courseId}/discussion/settings/`, { is_enabled: false }));
  await expectStatus(200, call('patch', `courses/${courseId}/`, { status: 'published' }));
  await imported(TALK, courseId);
  const [found] = (await topicsOf(courseId)) as [Row];
  const learner = await newLearner(app, school.organisation.id, courseId);
  const look = () => learner.browser.call('get', `courses/${courseId}/discussion/topics/${found.id}/`);
  expect(await refusalOf(look())).toEqual([404, 'not_found']);
  await expectStatus(200, call('put', `courses/${courseId}/discussion/settings/`, {}));
  expect(await refusalOf(look())).toEqual([403, 'lesson_locked']);
  const [lesson] = (await lessonsOf(courseId)) as [Row];
  await expectStatus(200, call('patch', `courses/${courseId}/chapters/${lesson.chapter_id}/`, { is_published: true }));
  await expectStatus(200, look());
});

test('an import that is taken back takes its topics with it, and no others', async () => {
  const { courseId } = school;
  const own = await expectStatus(201, call('post', `courses/${courseId}/discussion/topics/`, { title: 'Own', text: { body: 'Mine' } }));
  const added = await imported(TALK, courseId);
  const [, found] = (await topicsOf(courseId)) as [Row, Row];
  await expectStatus(200, call('patch', `courses/${courseId}/discussion/topics/${found.id}/`, { read_up_to: 0, following: true }));
  await expectStatus(204, takeBack(added));
  expect((await topicsOf(courseId)).map(({ id }) => id)).toEqual([own.body.id]);
  const { rows } = await app.database.pool.query('select id from discussion_posts where course_id = $1', [courseId]);
  expect(rows).toHaveLength(1);
  const whole = await imported(TALK);
  await expectStatus(204, takeBack(whole));
  expect((await app.database.pool.query('select id from discussion_topics where course_id = $1', [whole.course_id])).rows).toEqual([]);
});

test.each([
  ['replied to', 'post', 'replies/', { text: { body: 'Fish' } }],
  ['rewritten', 'patch', '', { text: { body: 'What do cranes eat?' } }],
  ['pinned', 'post', 'moderate/', { action: 'pin' }],
] as const)('an import whose topic was %s is not taken back, be it a course or a part of one', async (_what, method, at, body) => {
  for (const into of [undefined, school.courseId]) {
    const done = await imported(TALK, into);
    const [found] = (await topicsOf(done.course_id)) as [Row];
    expect([200, 201]).toContain((await call(method, `courses/${done.course_id}/discussion/topics/${found.id}/${at}`, body)).status);
    expect(await refusalOf(takeBack(done))).toEqual([409, 'import_touched']);
    expect(await topicsOf(done.course_id)).toHaveLength(1);
  }
});

test('a commit that breaks off between topics leaves none of them, and the next attempt makes each of them once', async () => {
  const resources = Array.from({ length: 101 }, (_, index) => topic(`t${index}`, `Topic ${index}`, `<p>${index}</p>`)).flat();
  const { id, path } = await importFile(app, school, await cartridgeOf(inOneChapter(...resources)), 'a.imscc');
  const { pool } = app.database;
  await pool.query(`create function refuse_last() returns trigger language plpgsql as $$ begin
      if new.title = 't100' then raise exception 'refused'; end if; return new; end $$;
    create trigger refuse_last before insert on discussion_topics for each row execute function refuse_last()`);
  const count = async () =>
    (await pool.query('select count(*)::int as n from discussion_topics where organisation_id = $1', [school.organisation.id])).rows[0].n;
  await expectStatus(202, call('post', `${path}commit/`, {}));
  await app.mailbox.runJobs();
  expect([(await read(path)).status, await count()]).toEqual(['committing', 0]);
  await pool.query('drop trigger refuse_last on discussion_topics; drop function refuse_last()');
  await runJobsAfter(app, 3600);
  const done = await read(`course-imports/${id}/`);
  expect([done.status, done.plan.topic_count, await count()]).toEqual(['completed', 101, 101]);
  const { rows } = await pool.query(
    'select distinct l.id from discussion_topics t join lessons l on l.id = t.lesson_id and l.title = t.title where t.course_id = $1',
    [done.course_id],
  );
  expect(rows).toHaveLength(101);
});
