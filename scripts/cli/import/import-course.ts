import { createHash } from 'node:crypto';
import { agentCodes } from '../../../generated/problem-codes.ts';
import { type Agent, LmsError, type Schemas } from '../../sdk/index.ts';
import type { Step } from '../progress.ts';
import type { Chapter, Item, Outline } from './outline-file.ts';

export interface ImportOptions {
  /** Whether to publish the course as soon as it is complete. */
  publish?: boolean;
  onStep?(step: Step): void;
}

export interface Report {
  course: Schemas['Course'];
  made: number;
  /** Number of objects that an earlier run created. */
  alreadyThere: number;
}

/**
 * Creates the course of an outline. Every request carries an Idempotency-Key derived from the outline and the position in it, so that another run
 * with the same API key within 24 hours finds what this run created and adds only what is missing.
 * @throws LmsError when a request is rejected, which says where in the outline; ConnectionError
 */
export async function importCourse(lms: Agent, outline: Outline, { publish = false, onStep = () => {} }: ImportOptions = {}): Promise<Report> {
  const fingerprint = createHash('sha256').update(JSON.stringify(outline)).digest('hex');
  const keyOf = (...place: (string | number)[]) => ({ 'Idempotency-Key': [fingerprint, ...place].join('/') });
  const total = 1 + outline.chapters.length + outline.chapters.reduce((sum, { items }) => sum + items.length, 0);
  let made = 0;
  let alreadyThere = 0;
  const count = (replayed: boolean, chapter: number | null, title: string): void => {
    if (replayed) alreadyThere++;
    else made++;
    onStep({ done: made + alreadyThere, total, chapter, title });
  };

  const { course, replayed } = await openCourse(lms, courseOf(outline), (round) => keyOf('course', round));
  count(replayed, null, outline.title);
  for (const [chapterIndex, { title, items }] of outline.chapters.entries()) {
    const number = chapterIndex + 1;
    const chapter = await answerTo(
      `chapter ${number} "${title}"`,
      lms.raw.POST('/courses/{course_pk}/chapters/', {
        params: { path: { course_pk: course.id } },
        headers: keyOf(course.id, 'chapter', number),
        body: { title, is_published: true },
      }),
    );
    count(chapter.replayed, number, title);
    for (const [itemIndex, item] of items.entries()) {
      const lesson = await answerTo(
        `chapter ${number}, item ${itemIndex + 1} "${item.title}"`,
        lms.raw.POST('/courses/{course_pk}/chapters/{chapter_pk}/lessons/', {
          params: { path: { course_pk: course.id, chapter_pk: chapter.data.id } },
          headers: keyOf(chapter.data.id, 'item', itemIndex + 1),
          body: lessonOf(item),
        }),
      );
      count(lesson.replayed, number, title);
    }
  }
  return { course: publish ? await published(lms, course) : course, made, alreadyThere };
}

interface Result<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/**
 * Returns the response to the request for `what`, and whether it repeats the response to an earlier request with the same Idempotency-Key.
 * @throws LmsError
 */
async function answerTo<T>(what: string, asked: Promise<Result<T>>): Promise<{ data: T; replayed: boolean }> {
  const { data, error, response } = await asked;
  if (data === undefined) throw new LmsError(what, error, response, agentCodes);
  return { data, replayed: response.headers.get('Idempotent-Replayed') === 'true' };
}

/** Returns the course as it is now. A course that was deleted after an earlier run is created again, under the key of the next round. */
async function openCourse(
  lms: Agent,
  body: Schemas['CourseWrite'],
  keyOf: (round: number) => { 'Idempotency-Key': string },
): Promise<{ course: Schemas['Course']; replayed: boolean }> {
  for (let round = 1; ; round++) {
    const { data, replayed } = await answerTo(`course "${body.title}"`, lms.raw.POST('/courses/', { headers: keyOf(round), body }));
    if (!replayed) return { course: data, replayed };
    const asked = await lms.raw.GET('/courses/{id}/', { params: { path: { id: data.id } } });
    if (asked.response.status !== 404) return { course: (await answerTo(`course ${data.id}`, Promise.resolve(asked))).data, replayed };
  }
}

async function published(lms: Agent, course: Schemas['Course']): Promise<Schemas['Course']> {
  if (course.status === 'published') return course;
  const { data } = await answerTo(
    `publishing course ${course.id}`,
    lms.raw.PATCH('/courses/{id}/', { params: { path: { id: course.id } }, body: { status: 'published' } }),
  );
  return data;
}

/** Returns the course to create: a draft, so that learners see it only when it is complete and published. */
function courseOf({ title, language, licence, attribution, chapters }: Outline): Schemas['CourseWrite'] {
  return {
    title,
    language,
    description: `${attribution}\n\nLicence: ${licenceLink(licence)}`,
    estimated_duration_minutes: chapters.reduce((sum, chapter) => sum + minutesOf(chapter), 0),
  };
}

const minutesOf = ({ teaching_minutes, exercise_minutes }: Chapter): number => teaching_minutes + exercise_minutes;

/** Links the text of a Creative Commons licence, as the licence requires. Such a licence is recognised by its SPDX identifier. */
function licenceLink(licence: string): string {
  const [, terms, version] = /^CC-(BY(?:-(?:NC|ND|SA))*)-(\d\.\d)$/.exec(licence) ?? [];
  return terms ? `[${licence}](https://creativecommons.org/licenses/${terms.toLowerCase()}/${version}/)` : licence;
}

function lessonOf({ kind, title, markdown, solution }: Item): Schemas['LessonWrite'] {
  const common = { title, is_published: true };
  return kind === 'text'
    ? { ...common, content_type: 'lesson', content: { format: 'markdown', body: markdown } }
    : { ...common, content_type: 'assignment', content: { instructions: markdown, submission_kinds: ['text'], sample_solution: solution ?? null } };
}
