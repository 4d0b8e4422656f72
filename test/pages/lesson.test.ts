import { gzipSync } from 'node:zlib';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, expectStatus, newUser } from '../support/browser.ts';
import { type Enrolled, newEnrolled, progressIn } from '../support/learner.ts';
import type { Row } from '../support/organisation.ts';
import { fieldsIn } from '../support/page-fields.ts';
import { newSchool, type School } from '../support/school.ts';

let app: TestApp;
let school: School;
let at: string;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  at = `organisation=${school.organisation.subdomain}`;
});
afterAll(() => app.close());

interface Course extends Row {
  lessons: Row[];
  url(lesson: Row | undefined, query?: string): string;
}

/** Creates a published course with these lessons. */
async function newCourse(...lessons: object[]): Promise<Course> {
  const course = await school.newCourse({ title: 'Botany', status: 'published' });
  const chapter = await school.newChapter(course.id);
  const made: Row[] = [];
  for (const lesson of lessons) made.push(await school.newLesson(lesson, chapter));
  return { ...course, lessons: made, url: (lesson, query = '') => `/learn/${course.slug}/${lesson?.id}?${at}${query}` };
}

const text = (title: string, fields: object = {}) => ({ title, content_type: 'lesson', content: { body: `# ${title}\n\n**Bold** text.` }, ...fields });

const stateOf = async (learner: Enrolled, lesson: Row | undefined): Promise<string> => (await progressIn(learner.browser, lesson as Row)).body.state;

test('a learner reads a text, goes on with the one button of the page, and ends at what the course still needs', async () => {
  const course = await newCourse(text('The oak'), text('The birch'));
  const learner = await newEnrolled(app, school, course.id);
  const [oak, birch] = course.lessons;
  const page = (await learner.browser.open(course.url(oak))).text;
  expect(page).toMatch(/<h1>The oak<\/h1>.*<h2>The oak<\/h2>\s*<p><strong>Bold<\/strong> text\.<\/p>.*>Complete and continue<\/button>/s);
  expect(page.match(/<(button|a class="button)(?![^>]*secondary)/g)).toHaveLength(1);
  expect(page).not.toContain('rel="next"');
  expect((await school.browser.open(course.url(oak))).text).toContain('rel="next">Next: The birch</a>');
  expect(await stateOf(learner, oak)).toBe('not_started');
  expect((await learner.browser.submit(course.url(oak), { do: 'done' })).headers.location).toBe(course.url(birch));
  expect(await stateOf(learner, oak)).toBe('completed');
  expect((await learner.browser.open(course.url(oak))).text).toMatch(/You completed this lesson on .*>Next lesson<\/a>/s);
  const { headers } = await learner.browser.submit(course.url(birch), { do: 'done' });
  expect(headers.location).toBe(`/learn/${course.slug}?${at}&notice=end`);
  expect((await learner.browser.open(headers.location as string)).text).toContain('You have completed this course.');
});

test('nothing that somebody writes into a lesson runs, has a style or leads to a file elsewhere', async () => {
  const hostile = '<script>x()</script>[a](javascript:x()) [b](file:///etc/passwd) ![c](http://example.org/c.png "d")\n\n| a |\n|:-:|\n| b |';
  const html = '<p id="main" style="color:red" onclick="x()">Hi</p><a href="#main">up</a><iframe src="https://example.org"></iframe>';
  const course = await newCourse(text('Markdown', { content: { body: hostile } }), text('Rich', { content: { format: 'html', body: html } }));
  const { browser } = await newEnrolled(app, school, course.id);
  const markdown = (await browser.open(course.url(course.lessons[0]))).text;
  expect(markdown).toContain('&lt;script&gt;');
  expect(markdown).not.toMatch(/href="(javascript|file):|\sstyle=|<script(?! type="module" src="\/pages\/)/);
  const rich = (await browser.open(course.url(course.lessons[1]))).text;
  expect(rich).toContain('<p id="t-main">Hi</p><a rel="nofollow ugc noopener noreferrer" href="#t-main">up</a>');
  expect(rich).not.toMatch(/\sstyle=|\son\w+=|<iframe/);
});

test('formulas and programs of a lesson are written without scripts and styles, in Markdown and in rich text, and what is wrong is shown as it was written', async () => {
  const body = [
    'Let $x_1^2$ and \\(\\alpha\\) cost $5 or $6. | `$code$` [a](https://example.org/$b$)',
    '$$\n\\begin{bmatrix}1 & 2\\\\\n- 3 & 4\\end{bmatrix}\n$$',
    'Wrong: $\\nothing<b>$',
    '```js\nconst a = "$b$ <script>";\n```\n\n~~~\n$c$\n~~~',
  ].join('\n\n');
  const html = '<p>Let $a &lt; b$ and \\[c\\].</p><pre><code class="language-python">print("$d$")</code></pre><p><code>$e$</code></p>';
  const course = await newCourse(text('Markdown', { content: { body } }), text('Rich', { content: { format: 'html', body: html } }), text('Plain'));
  const { browser } = await newEnrolled(app, school, course.id);
  const { text: markdown } = await browser.open(course.url(course.lessons[0]));
  expect(markdown).toMatch(
    /Let <math><msubsup><mi>x<\/mi>.*<\/math> and <math><mi>α<\/mi><\/math> cost \$5 or \$6\. \| <code>\$code\$<\/code> <a [^>]*href="https:\/\/example\.org\/\$b\$"/,
  );
  expect(markdown).toMatch(/<math display="block"[^>]*>.*<mtable>/);
  expect(markdown).toContain('Wrong: <code>$\\nothing&lt;b&gt;$</code>');
  expect(markdown).toMatch(/<pre><code class="language-js"><span class="hljs-keyword">const<\/span> a = .*\$b\$ &lt;script&gt;/);
  expect(markdown).toMatch(/<pre><code>\$c\$\n<\/code><\/pre>/);
  expect(markdown).not.toMatch(/\sstyle=|<script(?! type="module" src="\/pages\/)/);
  const { text: rich } = await browser.open(course.url(course.lessons[1]));
  expect(rich).toMatch(/Let <math><mrow><mi>a<\/mi><mo[^>]*>&lt;<\/mo><mi>b<\/mi><\/mrow><\/math> and <math display="block"/);
  expect(rich).toMatch(/<span class="hljs-built_in">print<\/span>.*<p><code>\$e\$<\/code><\/p>/s);
  const style = /href="(\/pages\/prose-[^"]+)"/.exec(rich)?.[1] ?? '';
  expect((await app.http.get(style)).headers['content-type']).toMatch(/^text\/css/);
  const loaded = [...markdown.matchAll(/(?:href|src)="(\/pages\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(loaded).toHaveLength(4);
  let bytes = Buffer.byteLength(markdown);
  for (const path of loaded) bytes += Buffer.byteLength((await app.http.get(path)).text);
  expect(bytes).toBeLessThan(100 * 1024);
  expect((await browser.open(course.url(course.lessons[2]))).text).not.toContain('/pages/prose-');
});

test('a lesson that is locked says why, shows nothing of itself, and leads to the lesson that opens it', async () => {
  const course = await school.newCourse({ title: 'Botany', status: 'published' });
  const chapter = await school.newChapter(course.id, { sequential_lessons: true });
  const [oak, birch] = [await school.newLesson(text('The oak'), chapter), await school.newLesson(text('The birch'), chapter)];
  const url = `/learn/${course.slug}/${birch.id}?${at}`;
  const { browser } = await newEnrolled(app, school, course.id);
  const { status, text: page } = await browser.open(url);
  expect([status, page]).toEqual([200, expect.stringMatching(/Complete the previous lesson first.*class="button" href="[^"]+">Go to The oak</s)]);
  expect(page).toContain(`/learn/${course.slug}/${oak.id}?`);
  expect(page).not.toContain('<strong>Bold');
  const refused = await browser.submit(url, { do: 'done' });
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('This lesson is locked at the moment.')]);
});

test('a lesson with a window is begun with a button that says for how long it is open', async () => {
  const course = await newCourse(text('The oak', { view_window_minutes: 30 }));
  const { browser } = await newEnrolled(app, school, course.id);
  const url = course.url(course.lessons[0]);
  const before = (await browser.open(url)).text;
  expect(before).toContain('you can view this lesson for 30 minutes.');
  expect(before).not.toContain('<strong>Bold');
  expect((await browser.submit(url, { do: 'begin' })).headers.location).toBe(url);
  expect((await browser.open(url)).text).toMatch(/You can view this lesson until .*<strong>Bold/s);
});

test('a visitor reads a free preview and is led to the enrollment, and a lesson that does not exist is not found', async () => {
  const course = await newCourse(text('The oak', { is_free_preview: true }), text('The birch'));
  const url = course.url(course.lessons[0]);
  expect((await new Browser(app).open(url)).text).toMatch(new RegExp(`<strong>Bold.*href="/courses/${course.slug}\\?${at}">Enrol to continue`, 's'));
  expect((await new Browser(app).open(course.url(course.lessons[1]))).text).toContain('For enrolled learners');
  const { browser } = await newUser(app);
  expect((await browser.open(course.url(undefined))).status).toBe(404);
  expect((await browser.submit(url, { do: 'done' })).status).toBe(403);
});

const QUESTIONS = [
  {
    id: 'q1',
    type: 'single',
    prompt: 'Which?',
    choices: [
      { id: 'oak', text: 'Oak' },
      { id: 'elm', text: 'Elm' },
    ],
    correct_choice_id: 'oak',
    explanation: 'Because.',
  },
  {
    id: 'q2',
    type: 'multiple',
    prompt: 'Which ones?',
    choices: [
      { id: 'a', text: 'A' },
      { id: 'b', text: 'B' },
      { id: 'c', text: 'C' },
    ],
    correct_choice_ids: ['a', 'c'],
  },
  { id: 'q3', type: 'true_false', prompt: 'Really?', correct: true },
  { id: 'q4', type: 'short_text', prompt: 'Name it.', accepted_answers: ['oak'] },
  { id: 'q5', type: 'numeric', prompt: 'How many?', correct_value: 1.5, tolerance: 0, unit: 'm' },
  {
    id: 'q6',
    type: 'matching',
    prompt: 'Match.',
    pairs: [
      { id: 'p', left: 'Leaf', right: 'Green' },
      { id: 'r', left: 'Bark', right: 'Brown' },
    ],
  },
  {
    id: 'q7',
    type: 'ordering',
    prompt: 'Order.',
    items: [
      { id: 'x', text: 'Seed' },
      { id: 'y', text: 'Tree' },
    ],
  },
];

test('a learner answers every kind of question without scripts, finds what was saved, hands it in, and sees the result', async () => {
  const course = await newCourse({
    title: 'Check',
    content_type: 'quiz',
    content: { questions: QUESTIONS, time_limit_minutes: 20, max_attempts: 2, show_answers: 'after_attempt' },
  });
  const learner = await newEnrolled(app, school, course.id);
  const { browser } = learner;
  const url = course.url(course.lessons[0]);
  const open = async (path = url) => (await browser.open(path)).text;
  expect(await open()).toMatch(
    /7 questions, 7 points.*You have 20 minutes for each attempt.*If you start now, your time will be up at.*2 attempts left.*>Start the quiz</s,
  );
  expect((await browser.submit(url, { do: 'start' })).headers.location).toBe(url);
  const page = await open();
  expect(page).toContain('Your time ends at');
  expect(page).not.toMatch(/Next lesson|rel="next"|id="ask"|>Finish</);
  const right = (prompt: string) => Number(/<fieldset[^>]* id="q(\d+)">(?:(?!<fieldset).)*$/s.exec(page.slice(0, page.indexOf(prompt)))?.[1]);
  const rowsOf = (prompt: string) => (page.slice(page.indexOf(prompt)).split('</fieldset>')[0] ?? '').split('<div class="pair">').slice(1);
  const fields: Record<string, string> = {
    ...fieldsIn(page),
    [`a${right('Which?')}`]: 'elm',
    [`a${right('Really?')}`]: 'true',
    [`a${right('Name it.')}`]: 'Oak',
    [`a${right('How many?')}`]: 'many',
  };
  const numberOf = right('Which ones?');
  for (const [index, [, choice]] of [...(page.slice(page.indexOf('Which ones?')).split('</fieldset>')[0] ?? '').matchAll(/<p>([ABC])<\/p>/g)].entries())
    if (choice !== 'B') fields[`a${numberOf}_${index}`] = 'on';
  for (const row of rowsOf('Match.'))
    fields[/name="(\w+)"/.exec(row)?.[1] ?? ''] = new RegExp(`value="(\\d+)">${row.includes('Leaf') ? 'Green' : 'Brown'}`).exec(row)?.[1] ?? '';
  for (const row of rowsOf('Order.')) fields[/name="(\w+)"/.exec(row)?.[1] ?? ''] = row.includes('Seed') ? '1' : '2';
  const refused = await browser.submit(url, { ...fields, do: 'check' });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Please enter a number, for example 10.')]);
  expect(refused.text).toMatch(/<title>Error: .*role="alert"[^>]*>Please check what you entered\..*value="many"/s);
  const checked = await browser.submit(url, { ...fields, [`a${right('How many?')}`]: '1,5', do: 'check' });
  expect(checked.headers.location).toBe(`${url}&part=review`);
  expect(await open(checked.headers.location as string)).toMatch(/You have answered all questions\..*>Hand in</s);
  expect(fieldsIn(await open())).toMatchObject({ ...fields, [`a${right('How many?')}`]: '1.5', began: expect.stringContaining('a0=elm&a1_0=on') });
  const attempt = fields.attempt ?? '';
  expect((await browser.submit(url, { do: 'submit', attempt, part: 'none' })).headers.location).toBe(`${url}&attempt=${attempt}`);
  expect(await open()).toMatch(/1 attempt left.*6 of 7 points, 85%.*Passed.*Wrong.*Your answer: Elm.*Correct answer: Oak.*Because\./s);
  expect(await stateOf(learner, course.lessons[0])).toBe('completed');
  const late = await browser.submit(url, { ...fields, do: 'save' });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('This attempt is over.')]);
});

test('a learner takes back a number and an order, and blanks are no number', async () => {
  const course = await newCourse({ title: 'Check', content_type: 'quiz', content: { questions: QUESTIONS.filter(({ id }) => id === 'q5' || id === 'q7') } });
  const { browser } = await newEnrolled(app, school, course.id);
  const url = course.url(course.lessons[0]);
  await browser.submit(url, { do: 'start' });
  const given = async () => Object.fromEntries(Object.entries(fieldsIn((await browser.open(url)).text)).filter(([name]) => /^a\d/.test(name)));
  const { attempt = '' } = fieldsIn((await browser.open(url)).text);
  const empty = await given();
  expect(Object.values(empty)).toEqual(['', '', '']);
  const full = Object.fromEntries(Object.keys(empty).map((name) => [name, name.endsWith('_1') ? '2' : '1']));
  await browser.submit(url, { attempt, part: '0', ...full });
  expect(await given()).toEqual(full);
  await browser.submit(url, { attempt, part: '0', ...Object.fromEntries(Object.keys(empty).map((name) => [name, name.includes('_') ? '' : ' '])) });
  expect(await given()).toEqual(empty);
});

test('a script that saves answers learns that the session has ended, and nobody who is signed out sends large forms', async () => {
  const course = await newCourse({ title: 'Check', content_type: 'quiz', content: { questions: QUESTIONS } });
  const url = course.url(course.lessons[0]);
  const post = (accept: string, text: string) => app.http.post(url).set('Sec-Fetch-Site', 'same-origin').accept(accept).type('form').send({ do: 'save', text });
  expect((await post('application/json', 'x')).status).toBe(401);
  expect((await post('html', 'x')).headers.location).toMatch(/^\/sign-in/);
  const discussion = `/learn/${course.slug}/discussion?${at}`;
  expect((await new Browser(app).submit(discussion, { title: 'Oaks', 'text.body': 'x'.repeat(300_000) })).status).toBe(303);
});

test('a learner marks questions to look at again, finds them listed before the end, and knows which attempt counts', async () => {
  const course = await newCourse({ title: 'Check', content_type: 'quiz', content: { questions: QUESTIONS, time_limit_minutes: 60 } }, text('The oak'));
  const { browser } = await newEnrolled(app, school, course.id);
  const url = course.url(course.lessons[0]);
  expect((await browser.open(url)).text).toContain('<li>Your best attempt counts</li>');
  await browser.submit(url, { do: 'start' });
  const { text: page } = await browser.open(url);
  expect(page).toMatch(/<details class="card" open><summary>Time left<\/summary>.*<p class="unseen" data-spoken="% left" role="status">/s);
  const fields = fieldsIn(page);
  await browser.submit(url, { ...fields, a0: 'oak', m0: 'on', m3: 'on', do: 'save' });
  const { text: saved } = await browser.open(url);
  expect(saved.match(/name="m\d" value="on" checked/g)).toEqual(['name="m0" value="on" checked', 'name="m3" value="on" checked']);
  const { headers } = await browser.submit(url, { ...fieldsIn(saved), m3: '', do: 'check' });
  expect((await browser.open(headers.location as string)).text).toMatch(/To review: 1<\/p><ul><li><a href="[^"]*part=0[^"]*#q0">Question 1<\/a><\/li><\/ul>/);
  const attempt = fields.attempt as string;
  await browser.submit(url, { do: 'submit', attempt, part: 'none' });
  await browser.submit(url, { do: 'start' });
  expect((await browser.open(url)).text).not.toMatch(/name="m\d" value="on" checked/);
  const end = await browser.submit(course.url(course.lessons[1]), { do: 'done' });
  expect((await browser.open(end.headers.location as string)).text).toMatch(/Your result.*Final grade<\/dt><dd>[\d.]+%/s);
});

test('a quiz of more than twenty questions comes in parts, saves each of them, and lists at the end what is open', async () => {
  const questions = Array.from({ length: 21 }, (_, index) => ({ type: 'true_false', prompt: `Number ${index}?`, correct: true }));
  const course = await newCourse({ title: 'Check', content_type: 'quiz', content: { questions, max_attempts: 1, show_answers: 'never' } });
  const { browser } = await newEnrolled(app, school, course.id);
  const url = course.url(course.lessons[0]);
  await browser.submit(url, { do: 'start' });
  const { attempt = '', part } = fieldsIn((await browser.open(url)).text);
  expect(part).toBe('0');
  const next = await browser.submit(url, { attempt, part: '0', a3: 'true', do: 'next' });
  expect(next.headers.location).toBe(`${url}&part=1&saved=1`);
  expect((await browser.open(next.headers.location as string)).text).toMatch(/Your answers are saved\..*Questions 11 to 20 of 21/s);
  await browser.submit(url, { attempt, part: '2', a20: 'false', do: 'check' });
  const { text: review } = await browser.open(`${url}&part=review`);
  expect(review).toContain('Unanswered: 1, 2, 3, 5, 6');
  await browser.submit(url, { do: 'submit', attempt, part: 'none' });
  const { text: result } = await browser.open(url);
  expect(result).toMatch(/No attempts left.*1 of 21 points, 4%.*Not passed.*The correct answers will not be shown\./s);
  expect(result).not.toContain('>Try again<');
  expect((await browser.submit(url, { do: 'start' })).text).toContain('You have no attempts left.');
});

test('a result that staff have not released is not shown', async () => {
  const course = await newCourse({ title: 'Check', content_type: 'quiz', content: { questions: QUESTIONS.slice(2, 3), show_answers: 'after_attempt' } });
  const [quiz] = course.lessons;
  await expectStatus(200, school.browser.call('patch', `courses/${course.id}/gradebook/lessons/${quiz?.id}/config/`, { posting: 'manual' }));
  const { browser } = await newEnrolled(app, school, course.id);
  const url = course.url(quiz);
  await browser.submit(url, { do: 'start' });
  const { attempt = '' } = fieldsIn((await browser.open(url)).text);
  await browser.submit(url, { do: 'submit', attempt, part: '0', a0: 'true' });
  const { text: page } = await browser.open(url);
  expect(page).toContain('You will see the result when the teachers release it.');
  expect(page).not.toMatch(/points, \d+%|>Correct</);
});

const assignment = {
  title: 'Essay',
  content_type: 'assignment',
  content: { instructions: 'Write *it*.', submission_kinds: ['text', 'file'], points: 10, max_files: 2 },
};

test('a learner hands in a text with a file, keeps both when something is missing, and reads what staff say about it', async () => {
  const course = await newCourse(assignment);
  const learner = await newEnrolled(app, school, course.id);
  const { browser } = learner;
  const [lesson] = course.lessons;
  const url = course.url(lesson);
  expect((await browser.open(url)).text).toMatch(/Write <em>it<\/em>.*Up to 10 points.*>Hand in<\/button>/s);
  const empty = await browser.submit(url, { do: 'hand_in', text: '  ' });
  expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('id="text-fault"')]);
  /** Sends the form as a browser does, also with a field for a file that was left empty. */
  const send = (fields: Record<string, string>, file?: string) => {
    const parts = Object.entries(fields).map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    parts.push(
      `--x\r\nContent-Disposition: form-data; name="file_1"; filename="${file === undefined ? '' : 'notes.txt'}"\r\nContent-Type: application/octet-stream\r\n\r\n${file ?? ''}\r\n`,
    );
    const test = app.http
      .post(url)
      .set(browser.headers)
      .set('Cookie', browser.cookie as string)
      .accept('html');
    return test.set('Content-Type', 'multipart/form-data; boundary=x').send(`${parts.join('')}--x--\r\n`);
  };
  const attached = await send({ do: 'attach', text: 'My <essay>' }, 'Notes.');
  expect(attached.status).toBe(200);
  expect(attached.text).toMatch(/>My &lt;essay&gt;<\/textarea>.*checked> Attached: notes\.txt/s);
  const kept = fieldsIn(attached.text);
  const handedIn = await send({ ...kept, do: 'hand_in' });
  expect(handedIn.headers.location).toBe(`${url}&handed_in=1`);
  const page = (await browser.open(handedIn.headers.location as string)).text;
  expect(page).toMatch(/You have handed in your work\..*Version 1, .*My &lt;essay&gt;.*notes\.txt.*Hand in a new version/s);
  expect((await app.http.get(new URL(/href="([^"]+\/files\/[^"]+)">notes/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '').pathname)).status).toBe(403);
  expect(await stateOf(learner, lesson)).toBe('completed');
  const grade = `courses/${course.id}/gradebook/lessons/${lesson?.id}/review/${learner.enrollmentId}/grade/`;
  const level = (title: string, points: number, description = '') => ({ title, points, description });
  const criteria = [
    { id: 'style', title: 'Style', levels: [level('Good', 6, 'Reads <well>.'), level('Poor', 0)] },
    { id: 'result', title: 'Result', levels: [level('Full', 4), level('Half', 2)] },
  ];
  const config = `courses/${course.id}/gradebook/lessons/${lesson?.id}/config/`;
  await expectStatus(200, school.browser.call('put', config, { rubric: { title: 'Essays', is_feedback_only: false, criteria } }));
  const ratings = [
    { criterion_id: 'style', level: 'Good' },
    { criterion_id: 'result', level: 'Half' },
  ];
  await expectStatus(200, school.browser.call('put', grade, { updated_at: null, ratings, comment: { text: 'Well **done**.' } }));
  expect((await browser.open(url)).text).toMatch(
    /Feedback.*8 of 10 points.*<dt>Style<\/dt><dd>Good · 6 of 6<br><span class="quiet">Reads &lt;well&gt;\.<\/span>.*<dt>Result<\/dt><dd>Half · 2 of 4<\/dd>.*Well <strong>done<\/strong>/s,
  );
});

test('videos, documents and pages of other sites are shown with what the page may load from them, and nothing else', async () => {
  const course = await newCourse(
    { title: 'File', content_type: 'video', content: { source: 'file', url: 'https://cdn.example.org/oak.mp4' } },
    { title: 'Tube', content_type: 'video', content: { source: 'youtube', url: 'https://youtu.be/jNQXAC9IVRw' } },
    { title: 'Paper', content_type: 'document', content: { source: 'url', url: 'https://example.org/a.pdf', file_name: 'a.pdf' } },
    { title: 'Page', content_type: 'embed', content: { url: 'https://example.org/timer', title: 'Timer', aspect_ratio: '4:3' } },
  );
  const learner = await newEnrolled(app, school, course.id);
  const { browser } = learner;
  const [file, tube, paper, page] = course.lessons;
  const policyOf = ({ headers }: { headers: Record<string, string> }) => headers['content-security-policy'];
  const video = await browser.open(course.url(file));
  expect(policyOf(video)).toMatch(/script-src 'self'; connect-src 'self'; media-src 'self' https:\/\/cdn\.example\.org; form-action/);
  expect(video.text).toMatch(/<video [^>]*controls[^>]* src="https:\/\/cdn\.example\.org\/oak\.mp4"[^>]* data-video.*<noscript>/s);
  const before = await browser.open(course.url(tube));
  expect(policyOf(before)).not.toContain('frame-src');
  expect(before.text).toContain(`href="${course.url(tube, '&play=1').replaceAll('&', '&amp;')}">Play the video from YouTube`);
  const played = await browser.open(course.url(tube, '&play=1'));
  expect(policyOf(played)).toContain('frame-src https://www.youtube-nocookie.com;');
  expect(played.text).toContain('src="https://www.youtube-nocookie.com/embed/jNQXAC9IVRw?enablejsapi=1"');
  expect((await browser.open(course.url(paper))).text).toMatch(/href="https:\/\/example\.org\/a\.pdf"[^>]*>Open a\.pdf<.*>Complete and continue</s);
  await browser.submit(course.url(paper), { do: 'done' });
  expect(await stateOf(learner, paper)).toBe('completed');
  const embedded = await browser.open(course.url(page));
  expect(policyOf(embedded)).toContain('frame-src https://example.org;');
  expect(embedded.text).toMatch(/<iframe class="frame tv-frame" src="https:\/\/example\.org\/timer" title="Timer"[^>]* sandbox="/);
  const script = /src="(\/pages\/lesson-[^"]+\.js)"/.exec(video.text)?.[1] ?? '';
  const { headers, text: code } = await app.http.get(script);
  expect([headers['content-type'], headers['cache-control']]).toEqual([expect.stringMatching(/^text\/javascript/), expect.stringContaining('immutable')]);
  expect(gzipSync(code).length).toBeLessThan(10_240);
});
