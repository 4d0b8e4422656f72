import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Discussed, newDiscussed, said } from '../../support/discussion.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Asks for a topic with this text. */
const opening = (course: Discussed, who: { browser: School['browser'] }, text: string, title = 'A topic') =>
  course.ask(who, 'post', 'topics/', { title, ...said(text) });

test('settings that were never set are the defaults, and learners do not see which words are held', async () => {
  const course = await newDiscussed(app, school);
  const learner = await course.learner();
  const { body: first } = await expectStatus(200, course.ask(school, 'get', 'settings/'));
  expect(first).toMatchObject({ is_enabled: true, topics_by: 'everybody', max_posts_per_day: 50, report_threshold: 3, held_words: [], updated_at: null });
  const set = await course.settings({ held_words: ['casino'], held_word_lists: ['en'] });
  expect(set).toMatchObject({ held_words: ['casino'], held_word_lists: ['en'], updated_at: expect.any(String) });
  const { body: seen } = await expectStatus(200, course.ask(learner, 'get', 'settings/'));
  expect(seen).toMatchObject({ is_enabled: true, held_words: null, held_word_lists: null });
  expect(await faultsOf(course.ask(school, 'put', 'settings/', { min_length: 20, max_length: 10 }))).toEqual(['min_length above_maximum']);
  expect(await refusalOf(course.ask(learner, 'put', 'settings/', {}))).toEqual([403, 'permission_denied']);
});

test('turning discussions off hides them from learners, and turning them on shows them again', async () => {
  const course = await newDiscussed(app, school);
  const learner = await course.learner();
  const topic = await course.topic(learner);
  await course.settings({ is_enabled: false });
  for (const path of ['topics/', `topics/${topic.id}/`, `topics/${topic.id}/replies/`]) expect((await course.ask(learner, 'get', path)).status).toBe(404);
  expect((await course.ask(learner, 'get', 'settings/')).body.is_enabled).toBe(false);
  expect((await course.topics(school)).count).toBe(1);
  await course.settings({});
  expect((await course.topics(learner)).count).toBe(1);
});

test('where only staff open topics, learners only reply', async () => {
  const course = await newDiscussed(app, school);
  const learner = await course.learner();
  await course.settings({ topics_by: 'staff' });
  expect(await refusalOf(opening(course, learner, 'Hello'))).toEqual([403, 'permission_denied']);
  await course.reply(learner, await course.topic(school));
});

test('where the settings ask for an older account or a verified email address, others only read', async () => {
  const course = await newDiscussed(app, school);
  const learner = await course.learner();
  const topic = await course.topic(school);
  const change = (column: string, value: string | null) => app.database.pool.query(`update users set ${column} = $2 where id = $1`, [learner.id, value]);
  const reply = async () => (await course.ask(learner, 'post', `topics/${topic.id}/replies/`, said('Hello'))).body.reason;
  await course.settings({ min_account_age_days: 3 });
  await change('created_at', new Date(app.clock.now() - 3 * DAY + MINUTE).toISOString());
  expect(await reply()).toBe('account_too_new');
  expect((await course.topics(learner)).count).toBe(1);
  await change('created_at', new Date(app.clock.now() - 3 * DAY).toISOString());
  await course.reply(learner, topic);
  await course.settings({ requires_verified_email: true });
  await change('email_verified_at', null);
  expect(await reply()).toBe('email_not_verified');
  await change('email_verified_at', new Date(app.clock.now()).toISOString());
  await course.reply(learner, topic);
});

test('until learners have written something in a topic, nothing of the replies of others reaches them', async () => {
  const course = await newDiscussed(app, school);
  const [first, second] = [await course.learner('First'), await course.learner('Second')];
  const topic = await course.topic(school, { title: 'What do you think?' });
  const reply = await course.reply(first, topic, said('Pelicans are birds'));
  await course.settings({ require_initial_post: true, held_words: ['casino'] });
  const attempts = () => [
    course.ask(second, 'get', `topics/${topic.id}/replies/`),
    course.ask(second, 'get', `topics/${topic.id}/replies/?search=pelicans`),
    course.ask(second, 'get', `topics/${topic.id}/replies/?around=${reply.id}`),
    course.ask(second, 'patch', `replies/${reply.id}/`, { upvoted: true }),
    course.ask(second, 'delete', `replies/${reply.id}/`),
    course.moderate(second, reply, { action: 'report', reason: 'Spam' }),
  ];
  for (const asked of attempts()) expect(await refusalOf(asked)).toEqual([403, 'require_initial_post']);
  expect((await course.topics(second, '?search=pelicans')).results).toEqual([]);
  expect(JSON.stringify([(await course.ask(second, 'get', `topics/${topic.id}/`)).body, await course.topics(second)])).not.toMatch(/Pelicans|First/);
  expect((await course.replies(school, topic)).count).toBe(1);
  expect((await course.replies(first, topic)).count).toBe(1);
  const own = await course.reply(second, topic, said('A casino'));
  expect(own.state).toBe('pending');
  expect((await course.replies(second, topic)).results.map(({ id }) => id)).toEqual([reply.id, own.id]);
  expect((await course.topics(second, '?search=pelicans')).results.map(({ id }) => id)).toEqual([topic.id]);
  await expectStatus(204, course.ask(second, 'delete', `replies/${own.id}/`));
  expect((await course.replies(second, topic)).results.map(({ id }) => id)).toEqual([reply.id]);
});

test('texts of learners must not have links, and must be as long as the settings say; those of staff need not', async () => {
  const course = await newDiscussed(app, school);
  const learner = await course.learner();
  await course.settings({ blocks_links: true, min_length: 5, max_length: 12 });
  for (const text of [
    'see http://a.b',
    '[x](//a.b)',
    'WWW.example.org',
    'h\u200bttps://a.b',
    'ｗｗｗ.ａ.ｂ',
    'mailto:a@b.c',
    'see x.de/y',
    'EXAMPLE.co.uk:8080',
    'bücher.de/',
  ])
    expect(await faultsOf(opening(course, learner, text))).toContain('text.body link');
  expect(await faultsOf(opening(course, learner, 'Hello there', 'www.a.b'))).toEqual(['title link']);
  expect(await faultsOf(opening(course, learner, 'Four'))).toEqual(['text.body too_short']);
  expect(await faultsOf(opening(course, learner, '1234567890123'))).toEqual(['text.body too_long']);
  await course.topic(learner, { text: { format: 'html', body: '<p><strong>12345</strong>6789012</p>' } });
  for (const text of ['notes.md', 'e.g./i.e.', 'v1.2/3 or/2', 'Is it x.de?', 'a/b.c/d.e']) await course.topic(await course.learner(), said(text));
  await course.topic(school, said('https://example.org is a long text'));
});

test('a text with a held word waits for review in any script, and its author is not told which word it was', async () => {
  const course = await newDiscussed(app, school);
  const [author, other] = [await course.learner(), await course.learner()];
  const held_words = ['Казино', 'كتاب', 'जुआ', '賭博', 'ΦΩΣ', 'bad habit', 'straße'];
  await course.settings({ held_words, held_word_lists: ['en'] });
  const held = ['в КАЗИНО!', 'هذا كـــتاب', 'यह जुआ है', '彼は賭博をする', 'το φως', 'A Bad\u200b  habit.', 'STRASSE', '<b>sh</b>it', 'ｃａｓｉｎｏ shit'];
  for (const text of held) {
    app.clock.advance(MINUTE);
    const topic = await course.topic(author, said(text));
    expect([text, topic.state]).toEqual([text, 'pending']);
    expect(JSON.stringify(topic)).not.toMatch(/held|word/);
    expect((await course.ask(other, 'get', `topics/${topic.id}/`)).status).toBe(404);
    expect((await course.ask(author, 'get', `topics/${topic.id}/`)).body.text.body).toBe(text);
  }
  app.clock.advance(MINUTE);
  for (const text of ['казинович', 'habit bad', 'Scunthorpe']) expect([text, (await course.topic(other, said(text))).state]).toEqual([text, 'visible']);
  expect((await course.topic(other, { title: 'Mein Kasino und जुआ' })).state).toBe('pending');
  expect((await course.topic(school, said('जुआ'))).state).toBe('visible');
  const plain = await course.topic(other);
  expect((await expectStatus(200, course.ask(other, 'patch', `topics/${plain.id}/`, said('जुआ')))).body.state).toBe('pending');
});

test('learners wait between posts, and write at most five a minute and as many a day as the settings say', async () => {
  const course = await newDiscussed(app, school);
  const learner = await course.learner();
  const topic = await course.topic(school);
  const post = () => course.ask(learner, 'post', `topics/${topic.id}/replies/`, said('Hello'));
  for (let number = 0; number < 5; number++) await expectStatus(201, post());
  const refused = await post();
  expect([refused.status, refused.body.code, refused.headers['retry-after'], refused.body.retry_after_seconds]).toEqual([429, 'discussion_limit', '60', 60]);
  app.clock.advance(MINUTE);
  await course.settings({ max_posts_per_day: 6 });
  await expectStatus(201, post());
  expect((await post()).body.retry_after_seconds).toBe(24 * 3600 - 60);
  app.clock.advance(DAY);
  await course.settings({ slow_mode_seconds: 30 });
  await expectStatus(201, post());
  app.clock.advance(10_500);
  expect((await post()).headers['retry-after']).toBe('20');
  app.clock.advance(19_500);
  await expectStatus(201, post());
  for (let number = 0; number < 6; number++) await course.reply(school, topic);
});

test('classmates see a pseudonym that is the same in a topic and in no other one, and staff see the name', async () => {
  const course = await newDiscussed(app, school);
  const [author, other, third] = [await course.learner('Mina'), await course.learner('Otto'), await course.learner('Theo')];
  await course.settings({ is_anonymous: true });
  const topic = await course.topic(author);
  const [one, two] = [await course.reply(author, topic), await course.reply(other, topic)];
  expect(one.author).toMatchObject({ display_name: 'Mina', is_you: true, is_anonymous: true });
  const seen = await course.replies(third, topic);
  expect(seen.results.map(({ author: by }) => [by?.id, by?.display_name])).toEqual([
    [null, 'Anonymous 1'],
    [null, 'Anonymous 2'],
  ]);
  const elsewhere = await course.topic(other);
  await course.reply(author, elsewhere);
  expect((await course.replies(third, elsewhere)).results.map(({ author: by }) => by?.display_name)).toEqual(['Anonymous 2']);
  expect((await course.replies(school, topic)).results.map(({ author: by }) => by?.display_name)).toEqual(['Mina', 'Otto']);
  const staff = await course.reply(school, topic);
  expect(staff.author?.is_anonymous).toBe(false);
  const mention = course.ask(third, 'post', `topics/${topic.id}/replies/`, { ...said('Hello'), mention_ids: [author.id] });
  expect(await faultsOf(mention)).toEqual(['mention_ids.0 unknown']);
  await course.settings({});
  const after = await course.reply(author, topic);
  expect(after.author?.is_anonymous).toBe(false);
  const answers = JSON.stringify([await course.replies(third, topic, '?page_size=2'), await course.topics(third), two.id]);
  expect(answers).not.toMatch(new RegExp(`${author.id}|${other.id}|Mina|Otto|@example`));
});

test('an anonymous author edits what they wrote and stays unknown, also where staff edit it or it is deleted with an answer below', async () => {
  const course = await newDiscussed(app, school);
  const [author, other] = [await course.learner('Mina'), await course.learner('Otto')];
  await course.settings({ is_anonymous: true });
  const topic = await course.topic(author, { title: 'First' });
  const reply = await course.reply(author, topic);
  const answers = [
    await expectStatus(200, course.ask(author, 'patch', `topics/${topic.id}/`, { title: 'Second', ...said('Again') })),
    await expectStatus(200, course.ask(author, 'patch', `replies/${reply.id}/`, said('Again'))),
  ];
  expect(answers.map(({ body }) => body.author)).toMatchObject([
    { is_you: true, is_anonymous: true },
    { is_you: true, is_anonymous: true },
  ]);
  await expectStatus(200, course.ask(school, 'patch', `topics/${topic.id}/`, { title: 'Third', ...said('By staff') }));
  await course.reply(other, topic, { parent_id: reply.id });
  await expectStatus(204, course.ask(author, 'delete', `replies/${reply.id}/`));
  const seen = JSON.stringify([await course.topics(other), await course.replies(other, topic), (await course.ask(other, 'get', `topics/${topic.id}/`)).body]);
  expect(seen).toContain('Third');
  expect(seen).not.toMatch(new RegExp(`${author.id}|Mina|@example`));
});

test('staff lock a topic, and so do days without activity', async () => {
  const course = await newDiscussed(app, school);
  const learner = await course.learner();
  const [quiet, locked] = [await course.topic(learner), await course.topic(learner)];
  await expectStatus(200, course.moderate(school, locked, { action: 'lock' }));
  const refused = async ({ id }: { id: string }) => (await course.ask(learner, 'post', `topics/${id}/replies/`, said('Hello'))).body;
  expect(await refused(locked)).toMatchObject({ code: 'discussion_read_only', reason: 'topic_locked' });
  expect((await course.ask(learner, 'patch', `topics/${locked.id}/`, { title: 'New' })).body).toMatchObject({ reason: 'topic_locked' });
  await course.reply(school, locked);
  await expectStatus(200, course.moderate(school, locked, { action: 'unlock' }));
  await course.reply(learner, locked);
  await course.settings({ lock_after_days: 3 });
  app.clock.advance(2 * DAY);
  await course.reply(learner, locked);
  app.clock.advance(1.5 * DAY);
  expect(await refused(quiet)).toMatchObject({ reason: 'topic_locked' });
  expect((await course.ask(learner, 'get', `topics/${quiet.id}/`)).body.is_locked).toBe(true);
  await course.reply(learner, locked);
});

test('in a divided course, learners see and answer the topics of their cohorts and of everybody', async () => {
  const course = await newDiscussed(app, school);
  const [one, two, none] = [await course.learner(), await course.learner(), await course.learner()];
  const cohort = async (name: string, learner: { enrollmentId: string }) => {
    const { body } = await expectStatus(201, school.browser.call('post', `courses/${course.course.id}/cohorts/`, { name }));
    await expectStatus(200, school.browser.call('post', `courses/${course.course.id}/cohorts/${body.id}/members/`, { add: [learner.enrollmentId] }));
    return body as { id: string };
  };
  const [red, blue] = [await cohort('Red', one), await cohort('Blue', two)];
  await course.settings({ divided_by: 'cohort' });
  const [mine, theirs] = [await course.topic(one, { title: 'Apples' }), await course.topic(two, { title: 'Apples' })];
  expect([mine.cohort_id, theirs.cohort_id]).toEqual([red.id, blue.id]);
  const all = await course.topic(school, { title: 'Apples' });
  const chosen = await course.topic(school, { title: 'Apples', cohort_id: blue.id });
  const seenBy = async (who: { browser: School['browser'] }, query = '') => (await course.topics(who, query)).results.map(({ id }) => id).sort();
  expect(await seenBy(one)).toEqual([mine.id, all.id].sort());
  expect(await seenBy(two, '?search=apples')).toEqual([theirs.id, all.id, chosen.id].sort());
  expect(await seenBy(none, '?filter=unread')).toEqual([all.id]);
  expect(await seenBy(school)).toEqual([mine.id, theirs.id, all.id, chosen.id].sort());
  expect((await course.ask(one, 'get', `topics/${theirs.id}/replies/`)).status).toBe(404);
  expect((await course.ask(one, 'post', `topics/${theirs.id}/replies/`, said('Hello'))).status).toBe(404);
  const members = (id: string, body: object) => expectStatus(200, school.browser.call('post', `courses/${course.course.id}/cohorts/${id}/members/`, body));
  await members(red.id, { remove: [one.enrollmentId] });
  await members(blue.id, { add: [one.enrollmentId] });
  expect(await seenBy(one)).toEqual([theirs.id, all.id, chosen.id].sort());
  await expectStatus(204, school.browser.call('delete', `courses/${course.course.id}/cohorts/${red.id}/`));
  expect(await seenBy(none)).toEqual([all.id]);
  expect(await seenBy(school)).toContain(mine.id);
});
