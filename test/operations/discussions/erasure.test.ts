import { up } from '../../../migrations/0651-answered-posts.ts';
import { discussionData } from '../../../src/domain/community/discussions/personal-data.ts';
import { erasing } from '../../../src/domain/kernel/personal-data.ts';
import { inTransaction } from '../../../src/platform/database/connect.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { waitingForLocks } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Discussed, newDiscussed, said } from '../../support/discussion.ts';
import { storedKeys } from '../../support/files.ts';
import { AFTERMATH, runTask } from '../../support/jobs.ts';
import { newSchool, type School } from '../../support/school.ts';
import { until } from '../../support/until.ts';
import { uploadFile } from '../../support/uploads.ts';

let app: TestApp;
let school: School;
let course: Discussed;
beforeAll(async () => {
  app = await startTestApp(undefined, { idle: [...AFTERMATH, 'collect_discussion_notices'] });
  school = await newSchool(app);
});
afterAll(() => app.close());

async function newCourse(): Promise<void> {
  course = await newDiscussed(app, school);
}

type Learner = Awaited<ReturnType<Discussed['learner']>>;

async function erase(...learners: { id: string }[]): Promise<void> {
  await app.database.pool.query(`update users set deletion_due_at = '2020-01-01' where id = any($1)`, [learners.map(({ id }) => id)]);
  await runTask(app, 'erase_users');
}

/** Does what their erasure does to discussions alone: of everybody by themselves, before the jobs that follow. */
async function eraseHere(...learners: { id: string }[]): Promise<void> {
  for (const { id } of learners)
    await inTransaction(app.database.db, async (trx) => {
      for (const { rewrite } of discussionData) await rewrite?.(trx, [id]);
      for (const entry of discussionData.toReversed()) for (const statement of erasing(entry, [id])) await statement.execute(trx);
    });
  await app.mailbox.runJobs();
}

/** What the database has of posts: state and text, and the title of a topic. */
async function storedOf(...posts: { id: string }[]): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ text: string }>(
    `select concat_ws(' ', p.state, nullif(p.body, ''), nullif(p.excerpt, ''), t.title) as text from unnest($1::uuid[]) with ordinality given (id, place)
      join discussion_posts p using (id) left join discussion_topics t using (id) order by place`,
    [posts.map(({ id }) => id)],
  );
  return rows.map(({ text }) => text);
}

const GONE = 'deleted -';

test('what an erased author wrote goes where nobody else has visibly answered it, and where they had deleted it', async () => {
  await newCourse();
  const [author, other] = [await course.learner(), await course.learner()];
  const own = await course.topic(author);
  const reply = await course.reply(author, own);
  await course.reply(author, own, { parent_id: reply.id });
  const hidden = await course.topic(author);
  await course.moderate(school, await course.reply(other, hidden), { action: 'hide', reason: 'No.' });
  const deleted = await course.topic(author);
  await course.reply(other, deleted);
  await expectStatus(204, course.ask(author, 'delete', `topics/${deleted.id}/`));
  app.clock.advance(60_000);
  const answered = await course.topic(author);
  const beside = await course.reply(author, answered);
  const above = await course.reply(author, answered);
  await course.reply(other, answered, { parent_id: above.id });
  await erase(author);
  expect(await storedOf(own, reply, hidden, deleted, answered, beside, above)).toEqual([
    GONE,
    'deleted',
    GONE,
    GONE,
    'visible A text A text A topic',
    'deleted',
    'visible A reply A reply',
  ]);
  expect((await course.topics(other)).results.map(({ id }) => id)).toEqual([answered.id, deleted.id]);
});

describe('what was kept for answers goes', () => {
  beforeAll(newCourse);

  async function conversation() {
    const [asker, answerer] = [await course.learner(), await course.learner()];
    const topic = await course.topic(asker);
    const answer = await course.reply(answerer, topic);
    const thanks = await course.reply(asker, topic, { parent_id: answer.id });
    return { asker, answerer, topic, answer, thanks };
  }

  test.each([
    ['the one who asked', 'asker', 'answerer', ['visible A text A text A topic', 'visible A reply A reply', 'deleted']],
    ['the one who answered', 'answerer', 'asker', ['visible A text A text A topic', 'visible A reply A reply', 'visible A reply A reply']],
  ] as const)('when the last who wrote in the topic is erased, %s first', async (_, first, last, meanwhile) => {
    const { topic, answer, thanks, ...people } = await conversation();
    await eraseHere(people[first]);
    expect(await storedOf(topic, answer, thanks)).toEqual(meanwhile);
    await eraseHere(people[last]);
    expect(await storedOf(topic, answer, thanks)).toEqual([GONE, 'deleted', 'deleted']);
  });

  test('when both are erased in one night', async () => {
    const { topic, answer, thanks, asker, answerer } = await conversation();
    await eraseHere(asker, answerer);
    expect(await storedOf(topic, answer, thanks)).toEqual([GONE, 'deleted', 'deleted']);
  });

  test('when the last answer is deleted, with what staff have changed in it, and the audit log counts it', async () => {
    const [asker, answerer] = [await course.learner(), await course.learner()];
    const topic = await course.topic(asker, said('Before'));
    const [one, two] = [await course.reply(answerer, topic), await course.reply(answerer, topic)];
    await eraseHere(asker);
    await expectStatus(200, course.ask(school, 'patch', `topics/${topic.id}/`, said('After')));
    const remove = async (reply: { id: string }) => {
      await expectStatus(204, course.ask(answerer, 'delete', `replies/${reply.id}/`));
      await app.mailbox.runJobs();
    };
    await remove(one);
    expect(await storedOf(topic)).toEqual(['visible After After A topic']);
    await remove(two);
    expect(await storedOf(topic)).toEqual([GONE]);
    expect((await app.database.pool.query('select from discussion_edits where post_id = $1', [topic.id])).rows).toEqual([]);
    const { body } = await expectStatus(200, school.browser.call('get', 'audit-log/?action=retention.deleted'));
    expect(body.results[0].after).toEqual({ what: 'discussion_posts', count: 1 });
  });
});

describe('the files of an erased author', () => {
  beforeAll(newCourse);

  const upload = (who: { browser: School['browser'] }, text: string) =>
    uploadFile(who.browser, course.course.id, Buffer.from(text), { purpose: 'discussion', content_type: 'text/plain', file_name: 'notes.txt' });
  const used = async () => (await expectStatus(200, school.browser.call('get', 'storage/usage/'))).body.used_bytes;

  test('are deleted from posts that stay, and no longer count as storage; those of others stay', async () => {
    const [author, other] = [await course.learner(), await course.learner()];
    const before = { used: await used(), keys: await storedKeys(app, '') };
    const theirs = await upload(other, 'Theirs');
    const topic = await course.topic(author, { upload_ids: [(await upload(author, 'A text about me')).id] });
    await course.reply(other, topic, { upload_ids: [theirs.id] });
    await erase(author);
    expect((await expectStatus(200, course.ask(other, 'get', `topics/${topic.id}/`))).body).toMatchObject({ text: { body: 'A text' }, files: [] });
    expect((await course.replies(other, topic)).results[0]?.files).toMatchObject([{ id: theirs.id }]);
    expect(await used()).toBe(before.used + 'Theirs'.length);
    expect((await storedKeys(app, '')).length).toBe(before.keys.length + 1);
  });

  test('and what only they had answered go once after the upgrade from a release that kept them', async () => {
    const [author, other] = [await course.learner(), await course.learner()];
    const topic = await course.topic(author);
    await course.reply(author, topic);
    const answered = await course.topic(author, { upload_ids: [(await upload(author, 'A text about me')).id] });
    await course.reply(other, answered);
    const { pool, db } = app.database;
    await pool.query('update discussion_posts set author_id = null where author_id = $1', [author.id]);
    await pool.query('update storage_objects set uploaded_by = null where uploaded_by = $1', [author.id]);
    await up(db as never);
    await app.mailbox.runJobs();
    expect(await storedOf(topic, answered)).toEqual([GONE, 'visible A text A text A topic']);
    expect((await course.ask(other, 'get', `topics/${answered.id}/`)).body.files).toEqual([]);
  });
});

const bodyOf = async ({ id }: { id: string }) => (await app.database.pool.query('select body from discussion_posts where id = $1', [id])).rows[0].body;

describe('the name of an erased user who is mentioned', () => {
  const CASES = [
    [
      'of one word is replaced where they are mentioned, as it is spelled',
      'May',
      'May I ask you, May? Maybe @may',
      'Deleted user I ask you, Deleted user? Maybe @Deleted user',
    ],
    [
      'with characters that have a meaning is replaced as it stands',
      'A.B. (C) & D+',
      'Ask A.B. (C) & D+ or AXB. (C) & D+',
      'Ask Deleted user or AXB. (C) & D+',
    ],
    ['is replaced in either form of its characters', 'Zoë Müller', `Hi ${'Zoë Müller'.normalize('NFD')}`, 'Hi Deleted user'],
    ['is replaced in scripts that do not separate words', '田中太郎', '@田中太郎さん、どうも', '@Deleted userさん、どうも'],
  ] as const;
  const replies = new Map<string, { id: string }>();
  let unmentioned: { id: string };
  beforeAll(async () => {
    await newCourse();
    const other = await course.learner();
    const people: Learner[] = [];
    for (const [, name, text] of CASES) {
      const person = await course.learner(name);
      people.push(person);
      const topic = await course.topic(person);
      replies.set(name, await course.reply(other, topic, { ...said(text), mention_ids: [person.id] }));
      if (name === 'May') unmentioned = await course.reply(other, topic, said('May I?'));
    }
    await eraseHere(...people);
  });

  test.each(CASES)('%s', async (_, name, _text, expected) => {
    expect(await bodyOf(replies.get(name) as { id: string })).toBe(expected);
  });

  test('of one word stays in a text of the same topic that does not mention them', async () => {
    expect(await bodyOf(unmentioned)).toBe('May I?');
  });
});

describe('the name of an erased user', () => {
  let other: Learner;
  beforeEach(async () => {
    await newCourse();
    other = await course.learner('Otto');
  });

  /** Learners with these names have written in a topic of somebody else. */
  async function topicWith(...names: string[]) {
    const topic = await course.topic(other);
    const people = await Promise.all(names.map((name) => course.learner(name)));
    for (const person of people) await course.reply(person, topic);
    return { topic, people };
  }
  const found = async (search: string) => (await course.topics(other, `?search=${encodeURIComponent(search)}`)).results.length;

  test('is replaced in what others wrote in their topics, before and after changes, and nobody finds it', async () => {
    const { topic, people } = await topicWith('Zelda Quaxley');
    const [zelda] = people;
    const reply = await course.reply(other, topic, { ...said('Thank you, @zelda  quaxley!'), mention_ids: [zelda?.id] });
    await expectStatus(
      200,
      course.ask(other, 'patch', `replies/${reply.id}/`, { ...said('Thank you @Zelda. **Zelda Quaxley** helped'), mention_ids: [zelda?.id] }),
    );
    const html = await course.reply(other, topic, {
      text: { format: 'html', body: '<p title="For Zelda Quaxley">Zelda&nbsp;Quaxley, and Zeldas Quaxleys</p>' },
    });
    const title = await course.topic(other, { title: 'Zelda Quaxley asks', ...said(`Zelda Quaxley ${'x'.repeat(300)}`) });
    await course.reply(zelda as Learner, title);
    expect(await found('quaxley')).toBe(2);
    await erase(zelda as Learner);
    expect(await bodyOf(reply)).toBe('Thank you @Deleted user. **Deleted user** helped');
    expect(await bodyOf(html)).toBe('<p title="For Deleted user">Deleted user, and Zeldas Quaxleys</p>');
    expect(await storedOf(title)).toEqual([`visible Deleted user ${'x'.repeat(300)} Deleted user ${'x'.repeat(267)} Deleted user asks`]);
    const { rows } = await app.database.pool.query('select body from discussion_edits where post_id = $1', [reply.id]);
    expect(rows).toEqual([{ body: 'Thank you, @Deleted user!' }]);
    expect([await found('quaxley'), await found('deleted user')]).toEqual([0, 2]);
  });

  test('goes with their address, which they and others have written', async () => {
    const zelda = await course.learner('Zelda Quaxley');
    const { rows } = await app.database.pool.query(`update users set email = 'z' || email, email_key = 'z' || email_key where id = $1 returning email`, [
      zelda.id,
    ]);
    const [{ email }] = rows;
    const question = await course.topic(zelda, said(`Mail me: ${email}.`));
    const reply = await course.reply(other, question, said(`<${email.toUpperCase()}> or x${email}`));
    await eraseHere(zelda);
    expect(await bodyOf(question)).toBe('Mail me: Deleted user.');
    expect(await bodyOf(reply)).toBe(`<Deleted user> or x${email}`);
  });

  test('is replaced also where tags, marks or characters that nobody sees divide it', async () => {
    const { topic, people } = await topicWith('Zelda Quaxley');
    const zelda = people[0] as Learner;
    const texts: [string, object, string][] = [
      [
        'markdown',
        said('**Zelda** Quaxley, Zel**da** [Quax](https://example.org/)ley and ~~Zelda~~'),
        '**Deleted user**, Deleted user****[](https://example.org/) and ~~Deleted user~~',
      ],
      [
        'html',
        { text: { format: 'html', body: '<p>Zel<b>da</b> <i>Quaxley</i> and <b>Zelda</b></p>' } },
        '<p>Deleted user<b></b><i></i> and <b>Deleted user</b></p>',
      ],
      ['unseen', said('Zel\u200bda Quax\u00adley'), 'Deleted user\u200b\u00ad'],
    ];
    const replies = [];
    for (const [, body] of texts) replies.push(await course.reply(other, topic, body));
    const changed = await course.reply(other, topic, said('Zel*da* Quaxley'));
    await expectStatus(200, course.ask(other, 'patch', `replies/${changed.id}/`, said('Somebody')));
    await eraseHere(zelda);
    expect(await Promise.all(replies.map(bodyOf))).toEqual(texts.map(([, , expected]) => expected));
    const { rows } = await app.database.pool.query('select body from discussion_edits where post_id = $1', [changed.id]);
    expect(rows).toEqual([{ body: 'Deleted user**' }]);
    expect(await found('quaxley')).toBe(0);
  });

  test('is replaced word by word where only they can be meant: nobody else there is called so, and it is no word of the course', async () => {
    const { topic, people } = await topicWith('Zelda Quaxley', 'May Miller', 'Anna Example');
    const [zelda, may, anna] = people as [Learner, Learner, Learner];
    const reply = await course.reply(other, topic, said('Zelda is right, and so is zelda, Zeldas friend. I like Zelda Fitzgerald. @Quaxley! May I? Anna.'));
    for (const text of ['You may.', 'I thank Zelda.']) await course.reply(other, topic, said(text));
    app.clock.advance(60_000);
    const elsewhere = await course.topic(other, said('Zelda'));
    const namesake = await course.topic(other, said('Thank you, Anna'));
    await course.reply(anna, namesake);
    await course.reply(await course.learner('Anna Other'), namesake);
    await eraseHere(zelda, may, anna);
    expect(await bodyOf(reply)).toBe(
      'Deleted user is right, and so is Deleted user, Zeldas friend. I like Zelda Fitzgerald. @Deleted user! May I? Deleted user.',
    );
    expect([await bodyOf(elsewhere), await bodyOf(namesake)]).toEqual(['Zelda', 'Thank you, Anna']);
  });

  test('stays in topics in which they have not written and are not mentioned, as somebody else can have it', async () => {
    const { people } = await topicWith('Ann Example');
    const elsewhere = await course.topic(other, said('Ann Example'));
    await eraseHere(...people);
    expect(await bodyOf(elsewhere)).toBe('Ann Example');
  });

  test('is not brought back by somebody who changes the post meanwhile', async () => {
    const { topic, people } = await topicWith('Mona Example');
    const reply = await course.reply(other, topic, { ...said('Mona Example'), mention_ids: people.map(({ id }) => id) });
    const { pool } = app.database;
    const client = await pool.connect();
    await client.query('begin');
    await client.query('select from discussion_topics where id = $1 for update', [topic.id]);
    const erased = eraseHere(...people);
    await until(async () => (await waitingForLocks(pool)) > 0);
    await client.query(`update discussion_posts set body = 'Mona Example, changed' where id = $1`, [reply.id]);
    await client.query('commit');
    client.release();
    await erased;
    expect(await bodyOf(reply)).toBe('Deleted user, changed');
  });
});
