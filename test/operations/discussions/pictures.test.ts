import { up } from '../../../migrations/0604-pictures-in-discussions.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Discussed, newDiscussed } from '../../support/discussion.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: Discussed;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  course = await newDiscussed(app, school);
});
afterAll(() => app.close());

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
