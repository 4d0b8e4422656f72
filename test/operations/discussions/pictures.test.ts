import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { up } from '../../../migrations/0604-pictures-in-discussions.ts';
import { publicFetch } from '../../../src/platform/fetch/public-fetch.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus, newUser, sameAt } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { type Discussed, newDiscussed } from '../../support/discussion.ts';
import { runTask } from '../../support/jobs.ts';
import { png } from '../../support/sample-files.ts';
import { newSchool, type School } from '../../support/school.ts';
import { CERTIFICATE, startWebServer, type WebServer } from '../../support/web-server.ts';

let app: TestApp;
let school: School;
let course: Discussed;
let pictures: WebServer;
/** The paths of the pictures that the service has asked for. */
const asked: string[] = [];
/** The response for a picture that takes its time. */
let slow = Promise.withResolvers<ServerResponse>();
beforeAll(async () => {
  const picture = await png();
  pictures = await startWebServer(
    ({ url = '' }, res) => {
      asked.push(url);
      if (url === '/slow') return slow.resolve(res);
      res.end(url === '/broken' ? 'no picture' : picture);
    },
    { tls: true },
  );
  app = await startTestApp(withPorts({ publicFetch: publicFetch({ addresses: ['127.0.0.1'], ca: CERTIFICATE }) }));
  school = await newSchool(app);
  course = await newDiscussed(app, school);
});
afterAll(async () => {
  await app.close();
  await pictures.close();
});

const PIXEL = 'https://evil.example/pixel.png';
const FILE = 'file:0190a000-0000-7000-8000-000000000000';
const html = (body: string) => ({ text: { format: 'html', body } });
const markdown = (body: string) => ({ text: { format: 'markdown', body } });

test.each([
  [
    `<p><img src="${PIXEL}" alt="A cat"> and <img src="${FILE}" alt="kept"></p>`,
    `<p><a href="${PIXEL}" rel="noopener noreferrer">A cat</a> and <img src="${FILE}" alt="kept" /></p>`,
  ],
  [`<img src="${PIXEL}">`, `<a href="${PIXEL}" rel="noopener noreferrer">${PIXEL}</a>`],
  [`<a href="https://a.example"><img src="${PIXEL}" alt="A cat"></a>`, '<a href="https://a.example" rel="noopener noreferrer"><span>A cat</span></a>'],
  ['<img src="/api/v1/me/" alt="of here">', '<a href="/api/v1/me/" rel="noopener noreferrer">of here</a>'],
  ['<img src="data:image/png;base64,AAAA" alt="data">', '<a rel="noopener noreferrer">data</a>'],
  [
    `Text <video poster="${PIXEL}" src="${PIXEL}"></video><audio src="${PIXEL}"></audio><svg><image href="${PIXEL}"/></svg><b style="background:url(${PIXEL})">b</b>
<picture><source srcset="${PIXEL}"></picture>`,
    'Text <b>b</b>\n',
  ],
])('in HTML, nothing loads what is elsewhere: %s', async (body, expected) => {
  const topic = await course.topic(await course.learner(), html(body));
  expect(topic.text?.body).toBe(expected);
});

test.each([
  [`![A *cat*](${PIXEL} "T") and ![kept](${FILE})`, `[A *cat*](${PIXEL} "T") and ![kept](${FILE})`],
  [`![cat][ref] ![ref]\n\n[ref]: ${PIXEL}`, `[cat][ref] [ref]\n\n[ref]: ${PIXEL}`],
  [`![](${PIXEL})`, `[${PIXEL}](${PIXEL})`],
  [`Wow!![cat](${PIXEL})`, `Wow\\![cat](${PIXEL})`],
  [`![a ![b](${PIXEL})](${PIXEL})`, `[a [b](${PIXEL})](${PIXEL})`],
  [`> - ![a\n>   b](${PIXEL})`, `> - [a\n>   b](${PIXEL})`],
  [`# \`![x](${PIXEL})\` ![x](${PIXEL}) #`, `# \`![x](${PIXEL})\` [x](${PIXEL}) #`],
  [`\`\`\`\n![x](${PIXEL})\n<img src="${PIXEL}">\n\`\`\`\n\n    ![x](${PIXEL})`, `\`\`\`\n![x](${PIXEL})\n<img src="${PIXEL}">\n\`\`\`\n\n    ![x](${PIXEL})`],
  ['| a | b |\n|---|---|\n| ` | ![x](https://a.example/) ` |', '| a | b |\n|---|---|\n| ` | [x](https://a.example/) ` |'],
  [`A <img src="${PIXEL}" alt="cat"> <a href="x">y</a> List<String>`, `A [cat](<${PIXEL}>) <a href="x">y</a> List<String>`],
  [`A <video poster="${PIXEL}"> <i style="background:url(x)">i</i>`, `A &lt;video poster="${PIXEL}"> &lt;i style="background:url(x)">i</i>`],
  [`<div><img src="${PIXEL}" alt="![x](${PIXEL})"></div>`, `<div><a href="${PIXEL}" rel="noopener noreferrer">![x](${PIXEL})</a></div>\n`],
  [`<img src="x" alt="![x](${PIXEL})">`, `<a href="x" rel="noopener noreferrer">[x](${PIXEL})</a>\n`],
  ['<!-- <img src="x"> -->', '&lt;!-- &lt;img src="x"> -->'],
  [`${'>'.repeat(200)}![x](y)`, `${'>'.repeat(200)}!\\[x](y)`],
  ['![x](data:image/png;base64,AAAA)', '[x](data:image/png;base64,AAAA)'],
])('in markdown, pictures from elsewhere are links, and code stays as it is: %s', async (body, expected) => {
  const topic = await course.topic(await course.learner(), markdown(body));
  expect(topic.text?.body).toBe(expected);
});

test('a change and a reply show no pictures from elsewhere either', async () => {
  const author = await course.learner();
  const topic = await course.topic(author);
  const reply = await course.reply(author, topic, html(`<img src="${PIXEL}" alt="cat">`));
  expect(reply.text?.body).toBe(`<a href="${PIXEL}" rel="noopener noreferrer">cat</a>`);
  const { body } = await expectStatus(200, course.ask(author, 'patch', `topics/${topic.id}/`, markdown(`![cat](${PIXEL})`)));
  expect(body.text.body).toBe(`[cat](${PIXEL})`);
});

test('posts from before, and their earlier texts, get links, once', async () => {
  const author = await course.learner();
  const topic = await course.topic(author, markdown('First'));
  await expectStatus(200, course.ask(author, 'patch', `topics/${topic.id}/`, markdown('Second')));
  const { pool, db } = app.database;
  await pool.query('update discussion_posts set body = $2, excerpt = $2 where id = $1', [topic.id, `![zebra](${PIXEL})`]);
  await pool.query(`update discussion_edits set format = 'html', body = $2 where post_id = $1`, [topic.id, `<img src="${PIXEL}" alt="dog" />`]);
  await up(db as never);
  await up(db as never);
  const { body } = await expectStatus(200, course.ask(school, 'get', `topics/${topic.id}/`));
  expect(body).toMatchObject({ text: { body: `[zebra](${PIXEL})` }, edits: [{ text: { body: `<a href="${PIXEL}" rel="noopener noreferrer">dog</a>` } }] });
  expect((await course.topics(school, '?search=zebra')).results).toMatchObject([{ id: topic.id, excerpt: `[zebra](${PIXEL})` }]);
});

describe('a text of staff', () => {
  const shows = (body: string) => [...body.matchAll(/file:([0-9a-f-]{36})/g)].map(([, id]) => id);

  test('gets copies of its pictures, which are files of the post, once for each address, and at most five', async () => {
    const { url } = pictures;
    asked.length = 0;
    const body = [1, 2, 1, 3, 4, 5, 6].map((n) => `![p${n}](${url}/${n})`).join('\n\n');
    const topic = await course.topic(school, markdown(body));
    expect(asked.toSorted()).toEqual(['/1', '/2', '/3', '/4', '/5']);
    const ids = topic.files.map(({ id }) => id);
    expect(topic.text?.body).toBe(
      [0, 1, 0, 2, 3, 4]
        .map((n) => `![p${n + 1}](file:${ids[n]})`)
        .join('\n\n')
        .concat(`\n\n[p6](${url}/6)`),
    );
    const reader = await course.learner();
    const seen = (await expectStatus(200, course.ask(reader, 'get', `topics/${topic.id}/`))).body;
    const answer = await fetch(seen.files[0].url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  test('keeps its copies when it changes, whether it names them or their sources', async () => {
    const source = `![one](${pictures.url}/1)`;
    const topic = await course.topic(school, markdown(source));
    const [copy] = topic.files;
    const change = async (body: object) => (await expectStatus(200, course.ask(school, 'patch', `topics/${topic.id}/`, body))).body;
    asked.length = 0;
    for (const body of [`${topic.text?.body} more`, `${source} again`, `${source} and ![two](${pictures.url}/2)`])
      expect(await change(markdown(body))).toMatchObject({ text: { body: expect.stringContaining(`![one](file:${copy?.id})`) } });
    expect(asked).toEqual(['/2']);
    expect((await change({ upload_ids: [copy?.id] })).files).toMatchObject([{ id: copy?.id }]);
    expect((await change(markdown(`${source} once more`))).text.body).toBe(`![one](file:${copy?.id}) once more`);
    expect((await change({ ...markdown(source), upload_ids: [] })).text.body).toBe(`[one](${pictures.url}/1)`);
    expect(asked).toEqual(['/2']);
  });

  test('is stored once if the request is repeated while its pictures are fetched, and no transaction is open meanwhile', async () => {
    const topic = await course.topic(school);
    const slowly = { title: 'Slow', ...markdown(`![slow](${pictures.url}/slow)`) };
    const { title: _, ...answer } = slowly;
    for (const [path, body] of [
      ['topics/', slowly],
      [`topics/${topic.id}/replies/`, answer],
    ] as const) {
      slow = Promise.withResolvers();
      const browser = sameAt(app, school.browser);
      browser.headers['Idempotency-Key'] = randomUUID();
      const send = () => course.ask({ browser }, 'post', path, body);
      const first = send();
      const res = await Promise.race([slow.promise, first.then(({ text }) => Promise.reject(new Error(text)))]);
      const { rows } = await app.database.pool.query("select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'");
      expect(rows).toEqual([]);
      expect((await send()).body).toMatchObject({ status: 409, code: 'request_in_progress' });
      res.end(await png());
      const { body: made } = await expectStatus(201, first);
      const again = await expectStatus(201, send());
      expect([made.files.length, again.body.id, again.headers['idempotent-replayed']]).toEqual([1, made.id, 'true']);
    }
  });

  test('shows its copies in the export of its author, and erases them with it', async () => {
    const author = await newUser(app);
    const { pool, db } = app.database;
    await db.insertInto('memberships').values({ organisation_id: school.organisation.id, user_id: author.id, role: 'creator' }).execute();
    author.browser.headers['X-Organisation'] = school.organisation.subdomain;
    const topic = await course.topic(author, markdown(`![one](${pictures.url}/1)`));
    const [copy] = topic.files;
    const files = await exportOf(app, author.browser);
    const [listed] = JSON.parse(files['discussion-files.json'] as string);
    expect(listed).toMatchObject({ upload_id: copy?.id, source: `${pictures.url}/1`, file_name: 'picture.webp' });
    expect(files[`discussion-files/${topic.id}/1-picture.webp`]).toBeDefined();
    await pool.query(`update users set deletion_due_at = '2020-01-01' where id = $1`, [author.id]);
    await runTask(app, 'erase_users');
    expect((await pool.query('select from storage_objects where id = $1', [copy?.id])).rows).toEqual([]);
  });

  test('has links where a picture cannot be fetched, and in replies and changes copies as well', async () => {
    const topic = await course.topic(school, markdown(`![no](${pictures.url}/broken) ![none](https://127.0.0.1:1/x)`));
    expect(topic).toMatchObject({ text: { body: `[no](${pictures.url}/broken) [none](https://127.0.0.1:1/x)` }, files: [] });
    const reply = await course.reply(school, topic, html(`<p><img src="${pictures.url}/1" alt="one"></p>`));
    expect(reply.text?.body).toBe(`<p><img src="file:${reply.files[0]?.id}" alt="one" /></p>`);
    const { body } = await expectStatus(200, course.ask(school, 'patch', `replies/${reply.id}/`, markdown(`![two](${pictures.url}/2)`)));
    expect(body.files.map(({ id }: { id: string }) => id)).toEqual([reply.files[0]?.id, ...shows(body.text.body)]);
  });

  test('has links where the storage has no room, and those of a learner are never fetched', async () => {
    asked.length = 0;
    const learner = await course.learner();
    const said = markdown(`![one](${pictures.url}/1)`);
    expect((await course.topic(learner, said)).text?.body).toBe(`[one](${pictures.url}/1)`);
    expect(asked).toEqual([]);
    const full = await newSchool(app);
    await app.database.pool.query(`update platform_subscriptions set plan_id = 'free' where organisation_id = $1`, [full.organisation.id]);
    await expectStatus(201, full.browser.call('post', 'qa/me/storage-ballast/', { size_bytes: 1024 ** 3 }));
    const topic = await (await newDiscussed(app, full)).topic(full, said);
    expect([topic.files, topic.text?.body]).toEqual([[], `[one](${pictures.url}/1)`]);
  });
});
