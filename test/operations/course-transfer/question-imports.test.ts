import { readFile } from 'node:fs/promises';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { importCourse, importFile } from '../../support/course-archives.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';
import { sharedData, testWithSharedData } from '../../support/shared-data.ts';

const SMALL_OUTLINE = new URL('../../fixtures/outline.json', import.meta.url);
const UNIX_SHELL = 'fixtures/courses/unix-shell.json';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const read = async (path: string) => (await expectStatus(200, school.browser.call('get', path))).body;

/** Imports a text as a course, and returns the plan and the lessons that were made. */
async function imported(text: string, file_name: string) {
  const done = await importCourse(app, school, Buffer.from(text), {}, file_name);
  expect(done).toMatchObject({ status: 'completed', failure: null });
  const { results } = await read(`courses/${done.course_id}/chapters/`);
  const lessons = await Promise.all(
    results.map(async ({ id }: Row) => (await read(`courses/${done.course_id}/chapters/${id}/lessons/?page_size=200`)).results),
  );
  return { plan: done.plan, format: done.format, courseId: done.course_id, chapters: results, lessons: lessons.flat() as Row[] };
}

const withContent = (lessons: Row[]) =>
  Promise.all(lessons.map(({ id, course_id, chapter_id }) => read(`courses/${course_id}/chapters/${chapter_id}/lessons/${id}/`)));

const refused = async (text: string | Buffer, file_name = 'a.txt', format: string | null = null) => {
  const { path } = await importFile(app, school, Buffer.from(text), file_name, { format });
  const { status, failure } = await read(path);
  return [status, failure];
};

test('an Aiken file becomes a quiz of single choice, and what breaks the format is left out with its line', async () => {
  const text = `Which command counts lines?
A. ls
B) wc
ANSWER: B

Is 2*3 < 7?
A) Yes
B) No
ANSWER: A

No such answer?
A. One
ANSWER: C

No answer at all?
A. One
B. Two
`;
  const { plan, format, lessons, chapters } = await imported(text.replaceAll('\n', '\r\n'), 'shell.txt');
  expect(format).toBe('aiken');
  expect(plan).toMatchObject({
    title: 'shell',
    found: 4,
    made: 2,
    changed: 0,
    skipped: 2,
    warnings: [
      { outcome: 'skipped', kind: 'question_invalid', object_id: null, line: 11, title: 'No such answer?' },
      { outcome: 'skipped', kind: 'question_invalid', line: 15, title: 'No answer at all?' },
    ],
  });
  expect(chapters).toMatchObject([{ title: 'shell', is_published: false }]);
  expect(await withContent(lessons)).toMatchObject([
    {
      title: 'shell',
      content_type: 'quiz',
      is_published: false,
      content: {
        passing_score_percent: 0,
        max_attempts: null,
        questions: [
          {
            type: 'single',
            prompt: 'Which command counts lines?',
            choices: [
              { id: 'c1', text: 'ls' },
              { id: 'c2', text: 'wc' },
            ],
            correct_choice_id: 'c2',
          },
          { prompt: 'Is 2\\*3 \\< 7?', correct_choice_id: 'c1' },
        ],
      },
    },
  ]);
});

test('whatever of an Aiken file is no question is left out with its line, and joins no other question', async () => {
  const text = `A question with too few answers
A) Only answer
ANSWER: A

A) Question not started

ANSWER: Question not started

A good question
A) Correct
B)
C)Incorrect (no space)
ANSWER: A)

A. Lincoln was born
A. in 1809
B. in 1822
ANSWER: A

A) Without a question
B) This one, too
C) And this
ANSWER: C

ANSWER: B

A question that is not finished
A) Correct-ish
B) Incorrect-ish
`;
  const { plan, lessons } = await imported(text, 'errors.txt');
  const [quiz] = await withContent(lessons);
  expect(quiz.content.questions).toMatchObject([
    { prompt: 'A good question', choices: [{ text: 'Correct' }, { text: 'Incorrect (no space)' }], correct_choice_id: 'c1' },
    { prompt: 'A. Lincoln was born', correct_choice_id: 'c1' },
  ]);
  expect(plan.warnings.map(({ line, kind, title }: Row) => [line, kind, title])).toEqual([
    [1, 'question_invalid', 'A question with too few answers'],
    [5, 'question_invalid', 'A) Question not started'],
    [9, 'choices_lost', 'A good question'],
    [20, 'question_invalid', 'A) Without a question'],
    [25, 'question_invalid', 'ANSWER: B'],
    [27, 'question_invalid', 'A question that is not finished'],
  ]);
});

test('each text of a GIFT file has the format that it states, numbers are not spoilt by halving, and titles are as they read', async () => {
  const text = `::Marks::[html]<b>Which</b>?{=[html]<b>yes</b>#[html]<p>right</p> ~[plain]no <b> # [markdown]*no* ~ }

Pairs {=[html]An <i>activity</i> -> [plain]Forum =[markdown]*Pages* -> Wiki}

The best? {=[plain]Frog =[moodle]Toad}

How much? {#2.141..2.142}

When \\{ was <b>it</b> born? {#
=1822:0
=%50%1822:2
}
`;
  const { plan, lessons } = await imported(text, 'marks.txt');
  const [quiz] = await withContent(lessons);
  expect(quiz.content.questions).toMatchObject([
    { prompt: 'Which?', choices: [{ text: 'yes' }, { text: 'no \\<b>' }], explanation: 'yes: right\n\nno \\<b>: *no*' },
    {
      pairs: [
        { left: 'An activity', right: 'Forum' },
        { left: '*Pages*', right: 'Wiki' },
      ],
    },
    { accepted_answers: ['Frog', 'Toad'] },
    { correct_value: 2.1415, tolerance: 0.0005 },
    { correct_value: 1822 },
  ]);
  expect(plan.warnings.map(({ line, kind, title }: Row) => [line, kind, title])).toEqual([
    [1, 'formatting_lost', 'Marks'],
    [1, 'choices_lost', 'Marks'],
    [1, 'feedback_moved', 'Marks'],
    [3, 'formatting_lost', 'Pairs'],
    [9, 'formatting_lost', 'When { was it born?'],
    [9, 'answers_lost', 'When { was it born?'],
  ]);
});

const GIFT = `// a comment
$CATEGORY: $course$/top/Files/Reading

::Q1:: Which command counts lines? {~ls #It lists =wc ~cat}

Is a shell a program?{T#No#Yes####Think of /bin}

Two plus two is {=4 =four}.

When did it begin? {#1969:2}

How far? {#1..5}

[html]<p>What is <b>bold</b> &amp; clear?</p>{=a \\= b ~c}

$CATEGORY: Pipes

Read this first.

Match. {=wc -> counts =sort -> sorts = -> nothing}

Pick both {~%50%bash ~%50%zsh ~%-100%grep}

Pick {=all ~%50%half ~none}

Explain pipes. {}

Any of them {=ba*sh}

Some {=ls =l*s}

Broken {=a ~b

Nothing follows this.
`;

test('a GIFT file becomes a quiz for each category with every type of question, and tells what is lost of each', async () => {
  const { plan, format, lessons } = await imported(GIFT, 'bank.gift');
  expect(format).toBe('gift');
  expect(lessons.map(({ title }) => title)).toEqual(['Files / Reading', 'Pipes']);
  const [first, second] = await withContent(lessons);
  expect(first.content.questions).toMatchObject([
    { type: 'single', prompt: 'Which command counts lines?', correct_choice_id: 'c2', explanation: 'ls: It lists' },
    { type: 'true_false', prompt: 'Is a shell a program?', correct: true, explanation: 'Think of /bin\n\nNo\n\nYes' },
    { type: 'short_text', prompt: 'Two plus two is \\_\\_\\_\\_\\_ .', accepted_answers: ['4', 'four'] },
    { type: 'numeric', correct_value: 1969, tolerance: 2 },
    { type: 'numeric', correct_value: 3, tolerance: 2 },
    { type: 'single', prompt: 'What is bold \\& clear?', choices: [{ text: 'a = b' }, { text: 'c' }], correct_choice_id: 'c1' },
  ]);
  expect(second.content.questions).toMatchObject([
    {
      type: 'matching',
      prompt: 'Read this first.\n\nMatch.',
      pairs: [
        { left: 'wc', right: 'counts' },
        { left: 'sort', right: 'sorts' },
      ],
      distractors: ['nothing'],
    },
    { type: 'multiple', correct_choice_ids: ['c1', 'c2'], partial_credit: true },
    { type: 'single', correct_choice_id: 'c1' },
    { type: 'essay', prompt: 'Explain pipes.' },
    { type: 'short_text', accepted_answers: ['ls'] },
  ]);
  const warnings = plan.warnings.map(({ line, outcome, kind }: { line: number; outcome: string; kind: string }) => [line, outcome, kind]);
  expect(warnings).toEqual([
    [4, 'changed', 'feedback_moved'],
    [6, 'changed', 'feedback_moved'],
    [14, 'changed', 'formatting_lost'],
    [18, 'changed', 'text_moved'],
    [22, 'changed', 'weights_lost'],
    [24, 'changed', 'weights_lost'],
    [28, 'skipped', 'question_not_supported'],
    [30, 'changed', 'pattern_lost'],
    [32, 'skipped', 'question_invalid'],
    [34, 'skipped', 'text_without_question'],
  ]);
  expect(plan).toMatchObject({ found: 15, made: 5, changed: 7, skipped: 3 });
});

test('wrong choices of a GIFT question that all cost the same cost it here, and other weights are lost', async () => {
  const questions = [
    'Even {=ls ~%-25%wc ~%-25%cat}',
    'Thirds {=%100%ls ~%-33.33333%wc ~%-33.33333%cat}',
    'Uneven {=ls ~%-25%wc ~%-50%cat}',
    'Some {=ls ~%-25%wc ~cat}',
    'Part {=%50%ls ~%-25%wc}',
  ];
  const { plan, lessons } = await imported(questions.join('\n\n'), 'bank.gift');
  const [quiz] = await withContent(lessons);
  const rules = quiz.content.questions.map(({ points, answer_points = null }: Row) => [points, answer_points]);
  expect(rules).toEqual([[1, { right: 1, wrong: -0.25, empty: 0 }], [1, { right: 1, wrong: -0.33, empty: 0 }], ...Array(3).fill([1, null])]);
  expect(plan.warnings.map(({ line, kind }: { line: number; kind: string }) => [line, kind])).toEqual([
    [3, 'points_rounded'],
    ...[5, 7, 9].map((line) => [line, 'weights_lost']),
  ]);
});

async function importsWithoutLoss(file: URL): Promise<void> {
  const outline = JSON.parse(await readFile(file, 'utf8'));
  const { plan, format, lessons, chapters, courseId } = await imported(JSON.stringify(outline), 'outline.json');
  expect(format).toBe('outline');
  const items = outline.chapters.flatMap((chapter: { items: object[] }) => chapter.items);
  expect(plan).toMatchObject({ title: outline.title, found: items.length, made: items.length, changed: 0, skipped: 0, warnings: [] });
  expect(chapters.map(({ title }: { title: string }) => title)).toEqual(outline.chapters.map(({ title }: { title: string }) => title));
  expect(lessons.map(({ title, content_type }) => [title, content_type])).toEqual(
    items.map(({ kind, title }: { kind: string; title: string }) => [title, kind === 'text' ? 'lesson' : 'assignment']),
  );
  const minutes = outline.chapters.reduce((sum: number, one: Record<string, number>) => sum + (one.teaching_minutes ?? 0) + (one.exercise_minutes ?? 0), 0);
  expect(await read(`courses/${courseId}/`)).toMatchObject({ language: 'en', estimated_duration_minutes: minutes, status: 'draft', visibility: 'private' });
}

test('an outline becomes a course whose texts are lessons and whose exercises are assignments, without loss', () => importsWithoutLoss(SMALL_OUTLINE));

testWithSharedData(UNIX_SHELL, 'the outline of The Unix Shell becomes a course without loss', () => importsWithoutLoss(sharedData(UNIX_SHELL)));

test('a text that breaks its format, is not UTF-8, or is of no known kind is refused by name', async () => {
  expect(await refused('{"title": "A"}', 'a.json')).toEqual(['unreadable', 'invalid']);
  expect(await refused('{"title": ', 'a.json')).toEqual(['unreadable', 'invalid']);
  expect(await refused(Buffer.concat([Buffer.from('A question\nA. \nB. Two\nANSWER: A\n'), Buffer.from([0xff, 0xfe])]))).toEqual([
    'unreadable',
    'text_not_utf8',
  ]);
  expect(await refused('body { color: red }')).toEqual(['unreadable', 'not_recognised']);
  expect(await refused('only words', 'a.txt', 'outline')).toEqual(['unreadable', 'invalid']);
  expect(await refused(Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 'a.txt', 'gift')).toEqual(['unreadable', 'text_too_large']);
});

test('a text with more blocks, or that makes more lessons, than a course can have is refused', async () => {
  const many = (count: number, one: (index: number) => string) => Array.from({ length: count }, (_, index) => one(index)).join('\n');
  expect(await refused(`A question {T}\n\n${many(20_000, (index) => `Words ${index}\n`)}`)).toEqual(['unreadable', 'text_too_large']);
  expect(await refused(many(2001, (index) => `$CATEGORY: Category ${index}\n\nA question {T}\n`))).toEqual(['unreadable', 'course_full']);
  const items = (count: number) => Array(count).fill({ kind: 'text', title: 'A', markdown: 'a' });
  const outline = (chapters: number, count: number) => JSON.stringify({ title: 'A', chapters: Array(chapters).fill({ title: 'A', items: items(count) }) });
  expect(await refused(outline(6, 1700), 'a.json')).toEqual(['unreadable', 'course_full']);
});

test('every text of a file that no question follows is told', async () => {
  const { path } = await importFile(app, school, Buffer.from(`A question {T}\n\n${'Words\n\n'.repeat(19_999)}`), 'a.txt');
  expect((await read(path)).plan).toMatchObject({ found: 20_000, made: 1, skipped: 19_999, lesson_count: 1 });
});

test('more questions than a quiz can have become several quizzes', async () => {
  const text = Array.from({ length: 501 }, (_, index) => `Question ${index}\nA. Yes\nB. No\nANSWER: A\n`).join('\n');
  const { lessons } = await imported(text, 'many.txt');
  expect((await withContent(lessons)).map(({ title, content }) => [title, content.questions.length])).toEqual([
    ['many (1)', 500],
    ['many (2)', 1],
  ]);
});

describe('an import into a course that exists', () => {
  const text = 'Which?\nA. One\nB. Two\nANSWER: B\n';
  let courseId: string;
  const into = () => importCourse(app, school, Buffer.from(text), {}, 'more.txt', courseId);
  const chapters = async () => (await read(`courses/${courseId}/chapters/`)).results;
  const refusal = async (path: string) => {
    const { status, body } = await school.browser.call('delete', path);
    return [status, body.code];
  };
  beforeEach(async () => {
    ({ id: courseId } = await school.newCourse({ title: 'Already here' }));
    await school.newChapter(courseId, { title: 'First' });
  });

  test('into a course that has all its chapters fails and makes nothing', async () => {
    await app.database.pool.query(
      `insert into chapters (organisation_id, id, course_id, title, position, is_published, requires_previous_chapter, sequential_lessons)
       select organisation_id, gen_random_uuid(), id, 'Chapter', n, true, false, false from courses, generate_series(2, 500) n where id = $1`,
      [courseId],
    );
    expect(await into()).toMatchObject({ status: 'failed', failure: 'course_full', course_id: null });
    expect((await read(`courses/${courseId}/chapters/`)).count).toBe(500);
  });

  test('appends hidden chapters and changes nothing else', async () => {
    const before = await read(`courses/${courseId}/`);
    const done = await into();
    expect(done).toMatchObject({ status: 'completed', course_id: courseId, into_course_id: courseId });
    expect(await chapters()).toMatchObject([
      { title: 'First', position: 1 },
      { title: 'more', position: 2, is_published: false, lesson_count: 1 },
    ]);
    expect({ ...(await read(`courses/${courseId}/`)), updated_at: 0 }).toEqual({
      ...before,
      chapter_count: 2,
      lesson_count: before.lesson_count + 1,
      updated_at: 0,
    });
    expect(await read(`courses/${courseId}/imports/`)).toMatchObject({ count: 1, results: [{ id: done.id, course_id: courseId }] });
  });

  test('is taken back without the rest of the course, unless what it added was changed', async () => {
    const first = await into();
    const second = await into();
    await expectStatus(204, school.browser.call('delete', `course-imports/${first.id}/commit/`));
    const left = await chapters();
    expect(left.map(({ title, position }: { title: string; position: number }) => [title, position])).toEqual([
      ['First', 1],
      ['more', 2],
    ]);
    await expectStatus(200, school.browser.call('patch', `courses/${courseId}/chapters/${left[1].id}/`, { title: 'Mine' }));
    expect(await refusal(`course-imports/${second.id}/commit/`)).toEqual([409, 'import_touched']);
    expect(await chapters()).toHaveLength(2);
  });

  test('belongs to a course of the organisation', async () => {
    const other = await newSchool(app);
    const body = { file_name: 'a.txt', size_bytes: 10 };
    expect((await other.browser.call('post', `courses/${courseId}/imports/`, body)).status).toBe(404);
    expect((await other.browser.call('get', `courses/${courseId}/imports/`)).status).toBe(404);
  });
});
