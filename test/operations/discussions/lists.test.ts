import { newId } from '../../../src/domain/kernel/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, expectStatus } from '../../support/browser.ts';
import { type Discussed, newDiscussed, said } from '../../support/discussion.ts';
import { faultsOf } from '../../support/learner.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

type Listed = { count: number; next: string | null; previous: string | null; results: { id: string }[] };
const idsIn = ({ results }: Listed) => results.map(({ id }) => id);

/** Follows the links of a list, and calls `meanwhile` before each. */
async function follow(
  { browser }: { browser: Browser },
  first: Listed,
  meanwhile: () => Promise<unknown> = async () => {},
  link: 'next' | 'previous' = 'next',
) {
  const pages = [first];
  for (let url = first[link]; url; url = pages.at(-1)?.[link] ?? null) {
    await meanwhile();
    pages.push((await expectStatus(200, browser.call('get', url.split('/api/v1/')[1] as string))).body);
  }
  return pages;
}

async function withReplies(count: number): Promise<{ course: Discussed; topic: { id: string }; ids: string[] }> {
  const course = await newDiscussed(app, school);
  const topic = await course.topic(school);
  const ids: string[] = [];
  for (let number = 0; number < count; number++) ids.push((await course.reply(school, topic)).id);
  return { course, topic, ids };
}

test('topics are listed by activity, by age and by replies, and by what the user did', async () => {
  const course = await newDiscussed(app, school);
  const learner = await course.learner();
  const made: Record<string, { id: string }> = {};
  for (const name of ['a', 'b', 'c']) {
    made[name] = await course.topic(name === 'b' ? learner : school, { title: name, kind: name === 'c' ? 'question' : 'discussion' });
    app.clock.advance(1000);
  }
  const { a, b, c } = made as Record<'a' | 'b' | 'c', { id: string }>;
  await course.reply(school, b);
  app.clock.advance(1000);
  const last = await course.reply(learner, a);
  await course.reply(school, b);
  app.clock.advance(1000);
  await course.reply(learner, a);
  const listed = async (query = '') => (await course.topics(learner, query)).results.map(({ title }) => title).join('');
  expect(await listed()).toBe('abc');
  expect(await listed('?ordering=created_at')).toBe('abc');
  expect(await listed('?ordering=-created_at')).toBe('cba');
  expect((await listed('?ordering=-reply_count')).endsWith('c')).toBe(true);
  expect(await listed('?filter=unanswered')).toBe('c');
  expect(await listed('?filter=mine')).toBe('b');
  expect(await listed('?filter=following')).toBe('ab');
  expect(await listed('?filter=unread')).toBe('abc');
  const { body } = await expectStatus(200, course.ask(learner, 'patch', `topics/${a.id}/`, { read_up_to: 999 }));
  expect(body).toMatchObject({ read_up_to: 2, is_unread: false });
  expect((await expectStatus(200, course.ask(learner, 'patch', `topics/${a.id}/`, { read_up_to: 0, following: false }))).body).toMatchObject({
    read_up_to: 2,
    is_following: false,
  });
  await expectStatus(200, course.ask(learner, 'patch', `topics/${c.id}/`, { read_up_to: 0 }));
  expect(await listed('?filter=unread')).toBe('b');
  await course.reply(learner, a);
  expect(await listed('?filter=unread')).toBe('b');
  await course.reply(school, a);
  expect(await listed('?filter=unread')).toBe('ab');
  await expectStatus(200, course.moderate(school, last, { action: 'hide', reason: 'x' }));
  expect((await course.topics(learner)).results.find(({ title }) => title === 'a')?.reply_count).toBe(3);
});

test('a reply that goes before it was read leaves nothing unread', async () => {
  const course = await newDiscussed(app, school);
  const [reader, writer] = [await course.learner(), await course.learner()];
  const topic = await course.topic(school);
  const unread = async () => (await course.topics(reader, '?filter=unread')).results.length;
  const readAll = async () => {
    const { results } = await course.replies(reader, topic);
    const numbers = results.flatMap(({ number, children }) => [number, ...children.map((child) => child.number)]);
    await expectStatus(200, course.ask(reader, 'patch', `topics/${topic.id}/`, { read_up_to: Math.max(0, ...numbers) }));
  };
  await readAll();
  const gone = await course.reply(writer, topic);
  expect(await unread()).toBe(1);
  await expectStatus(204, course.ask(writer, 'delete', `replies/${gone.id}/`));
  expect(await unread()).toBe(0);
  const answered = await course.reply(writer, topic);
  await course.reply(school, topic, { parent_id: answered.id });
  await expectStatus(204, course.ask(writer, 'delete', `replies/${answered.id}/`));
  expect(await unread()).toBe(1);
  await readAll();
  expect(await unread()).toBe(0);
});

test('a reply that staff approve is unread for whoever has read later ones, and not for its author and staff', async () => {
  const course = await newDiscussed(app, school);
  await course.settings({ held_words: ['casino'] });
  const [author, reader] = [await course.learner(), await course.learner()];
  const topic = await course.topic(school);
  const isUnread = async (who: { browser: Browser }) => (await course.topics(who, '?filter=unread')).results.length > 0;
  const read = (who: { browser: Browser }, read_up_to: number) => expectStatus(200, course.ask(who, 'patch', `topics/${topic.id}/`, { read_up_to }));
  await read(author, 0);
  const held = await course.reply(author, topic, said('A casino'));
  const later = await course.reply(school, topic);
  for (const who of [author, reader, school]) await read(who, later.number);
  await expectStatus(200, course.moderate(school, held, { action: 'approve' }));
  expect(await Promise.all([author, reader, school].map(isUnread))).toEqual([false, true, false]);
  const newest = await course.reply(author, topic, said('Another casino'));
  await read(reader, later.number);
  await expectStatus(200, course.moderate(school, newest, { action: 'approve' }));
  expect(await Promise.all([author, reader].map(isUnread))).toEqual([false, true]);
});

test('whoever follows the links sees every reply exactly once while others write, forwards and backwards', async () => {
  const { course, topic, ids } = await withReplies(7);
  const added: string[] = [];
  const pages = await follow(school, await course.replies(school, topic, '?page_size=2'), async () => {
    if (added.length < 3) added.push((await course.reply(school, topic)).id);
  });
  expect(pages.flatMap(idsIn)).toEqual([...ids, ...added]);
  expect(pages[0]).toMatchObject({ count: 7, is_count_exact: true, previous: null });
  const back = await follow(school, pages.at(-1) as Listed, undefined, 'previous');
  expect(back.reverse().flatMap(idsIn)).toEqual([...ids, ...added]);
  const newest = await follow(school, await course.replies(school, topic, '?page_size=3&ordering=-created_at'), () => course.reply(school, topic));
  expect(newest.flatMap(idsIn)).toEqual([...ids, ...added].reverse());
});

test('a page by number, and the page around a reply, are found by its place, and links lead on from there', async () => {
  const { course, topic, ids } = await withReplies(6);
  const below = await course.reply(school, topic, { parent_id: ids[4] });
  const deep = await course.reply(school, topic, { parent_id: below.id });
  const page = async (query: string, size = 2) => course.replies(school, topic, `?page_size=${size}${query}`);
  expect(idsIn(await page('&page=2'))).toEqual([ids[2], ids[3]]);
  expect(idsIn(await page('&page=2&ordering=-created_at'))).toEqual([ids[3], ids[2]]);
  expect(await page('&page=9')).toMatchObject({ results: [], next: null, previous: expect.stringContaining('page=3') });
  for (const id of [ids[4], ids[5], below.id, deep.id]) {
    const found = await page(`&around=${id}`);
    expect(idsIn(found)).toEqual([ids[4], ids[5]]);
    expect(idsIn((await follow(school, found, undefined, 'previous')).at(-1) as Listed)).toEqual([ids[0], ids[1]]);
  }
  expect(idsIn(await page(`&around=${ids[0]}&ordering=-created_at`))).toEqual([ids[1], ids[0]]);
  expect(idsIn(await page(`&parent=${ids[4]}`))).toEqual([below.id, deep.id]);
  expect(idsIn(await page(`&parent=${ids[4]}&around=${deep.id}`, 1))).toEqual([deep.id]);
  expect(idsIn(await page(`&parent=${below.id}`))).toEqual([deep.id]);
  const path = `topics/${topic.id}/replies/`;
  for (const query of [`?around=${newId()}`, `?parent=${newId()}`, `?parent=${ids[0]}&around=${deep.id}`])
    expect((await course.ask(school, 'get', path + query)).status).toBe(404);
  expect(await faultsOf(course.ask(school, 'get', `${path}?cursor=abc`))).toEqual(['cursor format']);
});

test('a list shows the three oldest answers below each reply, and how many there are', async () => {
  const { course, topic, ids } = await withReplies(1);
  const answers: string[] = [];
  for (let number = 0; number < 5; number++) answers.push((await course.reply(school, topic, { parent_id: answers.at(-1) ?? ids[0] })).id);
  const { results } = await course.replies(school, topic);
  expect(results[0]).toMatchObject({ reply_count: 5 });
  expect(results[0]?.children.map(({ id, depth }) => [id, depth])).toEqual(answers.slice(0, 3).map((id, index) => [id, index + 2]));
});

test('words of any script find the posts that have all of them, and the topics of these', async () => {
  const course = await newDiscussed(app, school);
  const learner = await course.learner();
  const topic = await course.topic(learner, { title: 'Straßenkarte', ...said('Pelikane fliegen') });
  const texts = ['Привет, МИР', 'هذا كتاب جميل', '我们在学习数学', 'पुस्तक अच्छी है', 'ภาษาไทยง่าย'];
  const ids: string[] = [];
  for (const text of texts) ids.push((await course.reply(school, topic, said(text))).id);
  const find = async (search: string) => idsIn(await course.replies(learner, topic, `?search=${encodeURIComponent(search)}`));
  const searches = ['мир привет', 'كتـــاب', '数学', 'पुस्तक', 'ไทย'];
  for (const [index, search] of searches.entries()) expect([search, await find(search)]).toEqual([search, [ids[index]]]);
  for (const search of ['мир', 'STRASSENKARTE', 'fliegen pelikane', 'ｐｅｌｉｋａｎｅ'])
    expect([search, idsIn(await course.topics(learner, `?search=${encodeURIComponent(search)}`))]).toEqual([search, [topic.id]]);
  for (const search of ['пельмени', 'peli', '!?', '学数']) expect(await find(search)).toEqual([]);
  const elsewhere = await newDiscussed(app, school);
  expect(idsIn(await elsewhere.topics(school, '?search=fliegen'))).toEqual([]);
});

test('words that thousands of posts have are found like any others, and not where they are hidden', async () => {
  const course = await newDiscussed(app, school);
  const learner = await course.learner();
  const [hidden, older, newer] = [await course.topic(school), await course.topic(school), await course.topic(school)];
  const copied = await course.reply(school, older, said('A pelican'));
  await course.reply(school, newer, said('Pelicans, and a pelican'));
  const gone = await course.reply(learner, hidden, said('A hidden pelican'));
  await expectStatus(200, course.moderate(school, gone, { action: 'hide', reason: 'x' }));
  await app.database.pool.query(
    `insert into discussion_posts (organisation_id, id, course_id, topic_id, number, ordinal, state, author_id, is_staff, format, body, excerpt, words, created_at)
     select organisation_id, gen_random_uuid(), course_id, topic_id, number + n, ordinal + n, state, author_id, is_staff, format, body, excerpt, words, created_at
     from discussion_posts, generate_series(1, 2001) n where id = $1`,
    [copied.id],
  );
  const other = await course.learner();
  const search = (query: string) => course.topics(other, `?search=pelican&ordering=created_at${query}`);
  expect(idsIn(await search(''))).toEqual([older.id, newer.id]);
  const pages = await follow(other, await search('&page_size=1'));
  expect(pages.map((page) => [page.count, ...idsIn(page)])).toEqual([
    [2, older.id],
    [2, newer.id],
  ]);
  expect(idsIn(await course.topics(school, '?search=pelican&ordering=created_at'))).toEqual([hidden.id, older.id, newer.id]);
});

test('a list of topics or replies takes at most six queries for a learner as well, also if topics are about lessons', async () => {
  const course = await newDiscussed(app, school);
  const lesson = await school.newLesson({}, await school.newChapter(course.course.id));
  const learner = await course.learner();
  const topic = await course.topic(school, { lesson_id: lesson.id });
  for (let number = 0; number < 3; number++) await course.reply(school, topic);
  const counted = async (path: string) => {
    app.database.queries.count = 0;
    await expectStatus(200, course.ask(learner, 'get', path));
    return app.database.queries.count;
  };
  for (const path of ['topics/', `topics/?lesson_id=${lesson.id}`, 'topics/?search=text', `topics/${topic.id}/replies/`])
    expect([path, Math.max(6, await counted(path))]).toEqual([path, 6]);
});
