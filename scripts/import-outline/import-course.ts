import { createHash } from 'node:crypto';
import type { components } from '../../generated/client.ts';
import { type Api, answerTo } from './client.ts';
import type { Chapter, Item, Outline } from './outline.ts';

type Schemas = components['schemas'];

export interface Step {
  /** Counts the course, its chapters and its lessons together. */
  done: number;
  total: number;
  /** Counted from 1; null for the course itself. */
  chapter: number | null;
  title: string;
}

export interface ImportOptions {
  /** Publishes the course as soon as it is complete. */
  publish?: boolean;
  onStep?(step: Step): void;
}

export interface Report {
  course: Schemas['Course'];
  made: number;
  /** Created by an earlier run. */
  alreadyThere: number;
}

/**
 * Creates the course of an outline. Every request carries an Idempotency-Key derived from the outline and the position in it, so that another run
 * with the same API key within 24 hours finds what this run created and adds only what is missing.
 * @throws ImportError when a request is rejected
 */
export async function importCourse(api: Api, outline: Outline, { publish = false, onStep = () => {} }: ImportOptions = {}): Promise<Report> {
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

  const { course, replayed } = await openCourse(api, courseOf(outline), (round) => keyOf('course', round));
  count(replayed, null, outline.title);
  for (const [chapterIndex, { title, items }] of outline.chapters.entries()) {
    const number = chapterIndex + 1;
    const chapter = await answerTo(
      `chapter ${number} "${title}"`,
      api.POST('/api/v1/agent/courses/{course_pk}/chapters/', {
        params: { path: { course_pk: course.id }, header: keyOf(course.id, 'chapter', number) },
        body: { title, is_published: true },
      }),
    );
    count(chapter.replayed, number, title);
    for (const [itemIndex, item] of items.entries()) {
      const lesson = await answerTo(
        `chapter ${number}, item ${itemIndex + 1} "${item.title}"`,
        api.POST('/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/', {
          params: { path: { course_pk: course.id, chapter_pk: chapter.data.id }, header: keyOf(chapter.data.id, 'item', itemIndex + 1) },
          body: lessonOf(item),
        }),
      );
      count(lesson.replayed, number, title);
    }
  }
  return { course: publish ? await published(api, course) : course, made, alreadyThere };
}

/** Returns the course as it is now. A course that was deleted after an earlier run is created again, under the key of the next round. */
async function openCourse(
  api: Api,
  body: Schemas['CourseWrite'],
  keyOf: (round: number) => { 'Idempotency-Key': string },
): Promise<{ course: Schemas['Course']; replayed: boolean }> {
  for (let round = 1; ; round++) {
    const { data, replayed } = await answerTo(`course "${body.title}"`, api.POST('/api/v1/agent/courses/', { params: { header: keyOf(round) }, body }));
    if (!replayed) return { course: data, replayed };
    const asked = await api.GET('/api/v1/agent/courses/{id}/', { params: { path: { id: data.id } } });
    if (asked.response.status !== 404) return { course: (await answerTo(`course ${data.id}`, Promise.resolve(asked))).data, replayed };
  }
}

async function published(api: Api, course: Schemas['Course']): Promise<Schemas['Course']> {
  if (course.status === 'published') return course;
  const { data } = await answerTo(
    `publishing course ${course.id}`,
    api.PATCH('/api/v1/agent/courses/{id}/', { params: { path: { id: course.id } }, body: { status: 'published' } }),
  );
  return data;
}

/** The course is created as a draft, so that learners see it only when it is complete and published. */
function courseOf({ title, language, licence, attribution, chapters }: Outline): Schemas['CourseWrite'] {
  return {
    title,
    language,
    description: `${attribution}\n\nLicence: ${licenceLink(licence)}`,
    estimated_duration_minutes: chapters.reduce((sum, chapter) => sum + minutesOf(chapter), 0),
  };
}

const minutesOf = ({ teaching_minutes, exercise_minutes }: Chapter): number => teaching_minutes + exercise_minutes;

/** Links the text of a Creative Commons licence, as the licence requires. Such a licence is recognized by its SPDX identifier. */
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
