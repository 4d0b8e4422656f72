import fc from 'fast-check';
import { Faults } from '../../src/domain/kernel/errors.ts';
import { checkContent } from '../../src/domain/studio/lesson-content/check-content.ts';
import { escapeXml } from './cartridges.ts';
import type { Archive } from './course-archives.ts';
import { zipOf } from './zip.ts';

type Kind = Parameters<typeof checkContent>[0];
type RandomCourse = Pick<Archive, 'manifest' | 'lessons'>;

const numbered = (kind: number, index: number) => `00000000-0000-8000-800${kind}-${(index + 1).toString(16).padStart(12, '0')}`;
const LETTERS = [...'abc xyz-_*`<&"\'\\/{}[]éßçλжאبกह中文😀👩‍🚀'];
const text = (most = 40) => fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: most }).map((letters) => `t${letters.join('')}t`);
const points = fc.integer({ min: 0, max: 10_000 }).map((cents) => cents / 100);
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const day = fc.integer({ min: 0, max: 2000 }).map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10));
const due = fc.oneof(
  fc.constant({ kind: 'none' }),
  fc.record({ kind: fc.constant('relative'), days: fc.integer({ min: 0, max: 3650 }), time }),
  fc.record({ kind: fc.constant('date'), date: day, time }),
);
const [picture, paper] = [`file:${numbered(5, 0)}`, `file:${numbered(6, 0)}`];
const reference = fc.constantFrom(picture, paper, `![A picture](${picture})`, `\n\n- a list with [a paper](${paper})`, '');
const inHtml = fc.constantFrom(`<img src="${picture}" alt="A picture">`, `<p>See <a href="${paper}">a paper</a></p>`, '<ul><li><b>One</b></li></ul>', '');
const rich = fc.tuple(text(), reference).map(([words, file]) => `${words} ${file}`.trim());
const choices = fc.array(text(), { minLength: 2, maxLength: 5 }).map((texts) => texts.map((each, index) => ({ id: `c${index}`, text: each })));

const question = fc.oneof(
  choices.map((list) => ({ type: 'single', choices: list, correct_choice_id: 'c1' })),
  fc.tuple(choices, fc.boolean()).map(([list, partial_credit]) => ({ type: 'multiple', choices: list, correct_choice_ids: ['c0', 'c1'], partial_credit })),
  fc.boolean().map((correct) => ({ type: 'true_false', correct })),
  fc.record({ type: fc.constant('short_text'), accepted_answers: fc.uniqueArray(text(), { minLength: 1, maxLength: 4 }), case_sensitive: fc.boolean() }),
  fc.record({ type: fc.constant('numeric'), correct_value: points, tolerance: points, unit: fc.option(text(10)) }),
  fc.record({ type: fc.constant('essay'), grading_notes: fc.option(text()) }),
  choices.map((list) => ({ type: 'matching', pairs: list.map(({ id, text: left }) => ({ id, left, right: `${left}!` })), distractors: ['d'] })),
  choices.map((items) => ({ type: 'ordering', items })),
);
const rule = fc.record({ right: points, wrong: points.map((lost) => 0 - lost), empty: points.map((lost) => 0 - lost) });
const questions = fc.array(fc.tuple(question, rich, points, fc.option(rule)), { minLength: 1, maxLength: 5 }).map((all) =>
  all.map(([kind, prompt, worth, own], index) => ({
    id: `q${index}`,
    prompt,
    points: worth,
    ...kind,
    ...(own && kind.type !== 'essay' ? { answer_points: own } : {}),
  })),
);

const content = fc.oneof(
  fc.record({
    content_type: fc.constant('lesson'),
    content: fc.oneof(
      fc.constant(null),
      fc.record({ format: fc.constant('markdown'), body: rich }),
      fc.record({ format: fc.constant('html'), body: fc.tuple(text(), inHtml).map(([words, more]) => `<p>${escapeXml(words)}</p>${more}`) }),
    ),
  }),
  fc.record({
    content_type: fc.constant('quiz'),
    content: fc.record({
      questions,
      due,
      passing_score_percent: fc.integer({ min: 0, max: 100 }),
      shuffle_choices: fc.boolean(),
      max_attempts: fc.option(fc.integer({ min: 1, max: 9 })),
      answer_points: fc.option(rule),
    }),
  }),
  fc.record({
    content_type: fc.constant('assignment'),
    content: fc.record({ instructions: rich, submission_kinds: fc.constantFrom(['text'], ['file', 'text']), points, due, sample_solution: fc.option(text()) }),
  }),
  fc.record({
    content_type: fc.constant('document'),
    content: fc.record({ source: fc.constant('upload'), document_id: fc.constant(numbered(6, 0)), is_downloadable: fc.boolean() }),
  }),
);

const schedule = fc.oneof(
  fc.constant({ opens_day_offset: null, opens_time: null, closes_day_offset: null, closes_time: null }),
  fc.record({
    opens_day_offset: fc.integer({ min: 0, max: 100 }),
    opens_time: fc.option(time),
    closes_day_offset: fc.integer({ min: 102, max: 200 }),
    closes_time: fc.option(time),
  }),
);

const lesson = fc.record({
  title: text(),
  is_published: fc.boolean(),
  is_free_preview: fc.boolean(),
  schedule,
  view_window_minutes: fc.option(fc.integer({ min: 1, max: 1000 })),
  made: content,
  category: fc.option(fc.integer({ min: 0, max: 1 })),
  isAnonymous: fc.boolean(),
  hasRubric: fc.boolean(),
});

const chapter = fc.record({
  fields: fc.record({ title: text(), is_published: fc.boolean(), requires_previous_chapter: fc.boolean(), sequential_lessons: fc.boolean() }),
  lessons: fc.array(lesson, { maxLength: 4 }),
});

type MadeLesson = typeof lesson extends fc.Arbitrary<infer Made> ? Made : never;

const parts = fc.record({
  chapters: fc.array(chapter, { maxLength: 4 }),
  title: text(100),
  description: fc.oneof(fc.constant(null), text(), fc.array(fc.record({ kind: text(), level: fc.integer() }), { maxLength: 3 })),
  level: fc.constantFrom('beginner', 'intermediate', 'advanced', 'all_levels'),
  language: fc.constantFrom('en', 'de', 'pt-BR', 'ar'),
  timezone: fc.constantFrom('UTC', 'Asia/Kolkata', 'America/Sao_Paulo'),
  weight: fc.integer({ min: 0, max: 100 }),
  heldWords: fc.uniqueArray(fc.constantFrom('casino', 'spam', 'كلمة', '禁止'), { maxLength: 3 }),
  certificates: fc.boolean(),
  pass: fc.option(points),
});
type Made = typeof parts extends fc.Arbitrary<infer Whole> ? Whole : never;

/** Courses in the form in which they are exported. What they do not vary is as in `base`, which has two categories, a rubric, a picture and a document. */
export const randomCourses = (base: Archive): fc.Arbitrary<RandomCourse> => parts.map((made) => courseOf(base, made));

function courseOf(base: Archive, made: Made): RandomCourse {
  const grading = base.lessons[2].grading;
  const lessons: Archive['lessons'] = [];
  const chapters = made.chapters.map(({ fields, lessons: inside }, index) => {
    const id = numbered(2, index);
    for (const one of inside) lessons.push(lessonOf(one, { id: numbered(3, lessons.length), chapter_id: id }, grading));
    return { id, ...fields };
  });
  const neverDrop = lessons.find(({ grading: config }) => config !== null)?.id;
  const { manifest } = base;
  const categories = manifest.gradebook.categories.map((category: object, index: number) => ({
    ...category,
    weight_percent: index === 0 ? made.weight : 100 - made.weight,
    never_drop: index === 1 && neverDrop ? [neverDrop] : [],
  }));
  const { title, description, level, language, timezone } = made;
  return {
    lessons,
    manifest: {
      ...manifest,
      course: { ...manifest.course, title, description, level, language, timezone },
      chapters,
      gradebook: { ...manifest.gradebook, categories, pass_percent: made.pass },
      discussions: { ...manifest.discussions, held_words: made.heldWords },
      certificates: { ...manifest.certificates, is_enabled: made.certificates },
    },
  };
}

type Rubric = { criteria: { levels: { points: number }[] }[] };

const mostPoints = ({ criteria }: Rubric): number => criteria.reduce((sum, { levels }) => sum + Math.max(...levels.map(({ points: worth }) => worth)), 0);

function lessonOf(
  { made, schedule: when, category, isAnonymous, hasRubric, title, is_published, is_free_preview, view_window_minutes }: MadeLesson,
  ids: object,
  grading: { rubric: Rubric },
) {
  const faults = new Faults();
  const isAssessed = hasRubric && made.content_type === 'assignment';
  // The best levels of a rubric add up to the points of its lesson.
  const content = isAssessed ? { ...made.content, points: mostPoints(grading.rubric) } : made.content;
  const checked = checkContent(made.content_type as Kind, content as never, faults);
  faults.check();
  const isGraded = made.content_type === 'assignment' || (made.content_type === 'quiz' && checked !== null);
  const config = {
    ...grading,
    category_id: category === null ? null : numbered(4, category),
    anonymous_grading: isAnonymous,
    rubric: isAssessed ? grading.rubric : null,
  };
  return {
    ...ids,
    title,
    is_published,
    content_type: made.content_type,
    content: checked,
    is_free_preview,
    ...when,
    view_window_minutes,
    grading: isGraded ? config : null,
  };
}

/** The archive of a course with the files of `base`. */
export const packed = (base: Archive, { manifest, lessons }: RandomCourse): Promise<Buffer> =>
  zipOf(
    Object.entries({
      ...base.entries,
      'course.json': JSON.stringify(manifest),
      'lessons.jsonl': lessons.map((one) => `${JSON.stringify(one)}\n`).join(''),
    }).map(([name, content]) => ({ name, content })),
  );
