import { createHash } from 'node:crypto';
import type { components } from '../../generated/api.ts';
import { Faults } from '../../src/domain/kernel/errors.ts';
import { sanitizedText } from '../../src/domain/studio/lesson-content/text.ts';
import { htmlOf, inlineHtmlOf } from '../../src/domain/transfer/scorm/markdown.ts';
import type { TestApp } from './app.ts';
import { expectStatus } from './browser.ts';
import type { Archive } from './course-archives.ts';
import { unzipped } from './data-export.ts';
import type { School } from './school.ts';

type Ledger = components['schemas']['CourseExportLedger'];

export interface ExportedCartridge {
  bytes: Buffer;
  /** The entries by name. */
  entries: Record<string, Buffer>;
  ledger: Ledger;
  url: string;
}

/** Exports a course as a cartridge, and downloads it. */
export async function exportedCartridge(app: TestApp, { browser }: School, courseId: string): Promise<ExportedCartridge> {
  const path = `courses/${courseId}/export/`;
  await expectStatus(202, browser.call('post', path, { format: 'common_cartridge' }));
  await app.mailbox.runJobs();
  const { body } = await expectStatus(200, browser.call('get', path));
  expect(body).toMatchObject({ format: 'common_cartridge', status: 'ready' });
  const { made, changed, skipped, found } = body.ledger;
  expect(made + changed + skipped).toBe(found);
  const { url } = (await expectStatus(200, browser.call('get', `${path}download/`))).body;
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  return { bytes, entries: await unzipped(bytes), ledger: body.ledger, url };
}

/** The IDs that objects of a course have in its archive. */
export async function numbersIn(app: TestApp, courseId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await app.database.pool.query(
    `select id, 1 as kind, 1 as number from courses where id = $1
     union all select id, 2, row_number() over (order by position) from chapters where course_id = $1
     union all select l.id, 3, row_number() over (order by c.position, l.position) from lessons l join chapters c on c.id = l.chapter_id where l.course_id = $1
     union all select id, 5, row_number() over (order by id) from media where course_id = $1
     union all select id, 6, row_number() over (order by id) from documents where course_id = $1
     union all select id, 7, row_number() over (order by id) from hero_images where course_id = $1`,
    [courseId],
  );
  return new Map(rows.map(({ id, kind, number }) => [id, `00000000-0000-8000-800${kind}-${Number(number).toString(16).padStart(12, '0')}`]));
}

/** A topic that staff opened, with the place of its lesson in the course. */
export interface OpenedTopic {
  lesson: number;
  title: string;
  body: string;
}

/** The topics about lessons of a course, in the order of its lessons. */
export async function openedTopics(app: TestApp, courseId: string): Promise<OpenedTopic[]> {
  const { rows } = await app.database.pool.query(
    `with lessons as (select l.id, (row_number() over (order by c.position, l.position) - 1)::int as place from lessons l join chapters c on c.id = l.chapter_id
       where l.course_id = $1)
     select place as lesson, t.title, p.body from discussion_topics t join discussion_posts p on p.id = t.id join lessons on lessons.id = t.lesson_id
     where p.is_staff order by place, t.id`,
    [courseId],
  );
  return rows;
}

/** What the ledger of an export says of a part of the course. */
class Lost {
  readonly #losses: Ledger['losses'];
  readonly isSkipped: boolean;
  readonly kinds: ReadonlySet<string>;

  constructor(losses: Ledger['losses']) {
    this.#losses = losses;
    this.isSkipped = losses.some(({ outcome }) => outcome === 'skipped');
    this.kinds = new Set(losses.map(({ kind }) => kind));
  }

  /** The number of topics that are lost. */
  get topics(): number {
    return Number(this.#losses.find(({ kind }) => kind === 'topics_lost')?.detail ?? 0);
  }

  /** An object without the members that are lost. */
  // biome-ignore lint/suspicious/noExplicitAny: parts of archives
  rest(part: any): any {
    const names = this.#losses.filter(({ kind }) => kind === 'settings_lost').flatMap(({ detail }) => (detail ?? '').split(', '));
    return Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name)));
  }
}

const FILE = /(")?file:([0-9a-f-]{36})/g;

/** A course with the members that its export holds, as people see them: texts as HTML, files by their bytes, and no IDs. */
class View {
  readonly #archive: Archive;
  readonly #files: ReadonlyMap<string, { name: string; bytes: string }>;

  constructor(archive: Archive) {
    this.#archive = archive;
    this.#files = new Map(this.files.flatMap(({ id, file }) => (file ? [[id, { name: file.file_name, bytes: this.#bytes(file.path) }] as const] : [])));
  }

  #bytes(path: string): string {
    return createHash('sha256')
      .update(this.#archive.entries[path] as Buffer)
      .digest('hex');
  }

  get files() {
    const { media, documents } = this.#archive.manifest;
    return [...media, ...documents];
  }

  // biome-ignore lint/suspicious/noExplicitAny: parts of archives
  file({ title, file, kind = 'document' }: any, lost: Lost) {
    const { file_name, content_type, path } = file;
    return lost.rest({ title, kind, content_type, bytes: this.#bytes(path), ...(lost.kinds.has('renamed') ? {} : { file_name }) });
  }

  /** @param isNamed whether names of files stand there where the text named files without a link */
  text(body: string | null, { format = 'markdown', isNamed = false } = {}): string | null {
    if (body === null) return null;
    const html = format === 'inline' ? inlineHtmlOf(body) : format === 'html' ? body : htmlOf(body);
    const { body: shown } = sanitizedText({ format: 'html', body: html }, 'body', new Faults());
    const named = shown.replaceAll(FILE, (_all, quote: string | undefined, id: string) => {
      const file = this.#files.get(id);
      return isNamed && quote === undefined ? `${file?.name}` : `${quote ?? ''}file:${file?.bytes}`;
    });
    return named.replaceAll(/\s+/g, ' ').trim();
  }

  // biome-ignore lint/suspicious/noExplicitAny: parts of archives
  question({ id: _id, ...question }: any, lost: Lost, isNamed: boolean) {
    const shown = (text: string | null) => this.text(text, { isNamed });
    const { choices, correct_choice_id, correct_choice_ids, prompt, explanation, grading_notes, ...rest } = lost.rest(question);
    const place = (wanted: string) => choices.findIndex(({ id }: { id: string }) => id === wanted);
    return {
      ...rest,
      prompt: shown(prompt),
      explanation: shown(explanation),
      ...(grading_notes === undefined ? {} : { grading_notes: shown(grading_notes) }),
      ...(choices && { choices: choices.map(({ text }: { text: string }) => this.text(text, { format: 'inline', isNamed })) }),
      ...(correct_choice_id && { right: place(correct_choice_id) }),
      ...(correct_choice_ids && { right: correct_choice_ids.map(place).toSorted() }),
    };
  }

  // biome-ignore lint/suspicious/noExplicitAny: parts of archives
  lesson({ id: _id, chapter_id, title, content_type, content, ...rest }: any, lost: Lost, ofQuestion: (id: string) => Lost) {
    const chapter = this.#archive.manifest.chapters.findIndex(({ id }: { id: string }) => id === chapter_id);
    if (lost.kinds.has('shown_as_link')) return { title, chapter, url: content.url ?? /href="([^"]+)"/.exec(content.body)?.[1]?.replaceAll('&amp;', '&') };
    const isNamed = lost.kinds.has('link_lost');
    const { questions, body, format, instructions, media_id, document_id, ...more } = lost.rest(content);
    const file = media_id ?? document_id;
    return lost.rest({
      ...rest,
      title,
      chapter,
      content_type,
      content: {
        ...more,
        ...(body === undefined ? {} : { body: this.text(body, { format, isNamed }) }),
        ...(instructions === undefined ? {} : { instructions: this.text(instructions, { isNamed }) }),
        ...(file && { file: this.#files.get(file)?.bytes }),
        ...(questions && {
          questions: questions
            .filter(({ id }: { id: string }) => !ofQuestion(id).isSkipped)
            // biome-ignore lint/suspicious/noExplicitAny: parts of archives
            .map((question: any) => this.question(question, ofQuestion(question.id), isNamed)),
        }),
      },
    });
  }
}

/**
 * Expects that the copy has of each lesson's topics as many as the ledger leaves, and that these are as they were.
 * @param kept the places in the course of the lessons that the copy has
 */
function expectTopics([before, after]: readonly [readonly OpenedTopic[], readonly OpenedTopic[]], kept: readonly number[], lostOf: (lesson: number) => number) {
  const texts = (topics: readonly OpenedTopic[], place: number) =>
    topics.filter(({ lesson }) => lesson === place).map(({ title, body }) => JSON.stringify({ title, body }));
  for (const [index, place] of kept.entries()) {
    const [had, has] = [texts(before, place), texts(after, index)];
    expect(has).toHaveLength(had.length - lostOf(place));
    expect(has.filter((topic) => !had.includes(topic))).toEqual([]);
  }
}

/**
 * Expects that the copy which was made of a cartridge differs from the course only as the ledger says.
 * @param numbers the IDs that objects of the course have in its archive
 * @param topics those of the course and of the copy
 */
export function expectOnlyLost(
  course: Archive,
  copy: Archive,
  { losses }: Ledger,
  numbers: ReadonlyMap<string, string>,
  topics: readonly [readonly OpenedTopic[], readonly OpenedTopic[]],
): void {
  const lostOf = (number: string, question: string | null = null) =>
    new Lost(losses.filter(({ object_id, question_id }) => numbers.get(object_id) === number && question_id === question));
  const [before, after] = [new View(course), new View(copy)];
  const ofCourse = lostOf('00000000-0000-8000-8001-000000000001');
  const settings = ({ manifest: { course: own, gradebook, discussions, certificates, attendance, refund_policy } }: Archive) =>
    ofCourse.rest({ ...own, gradebook, discussions, certificates, attendance, refund_policy });
  expect(settings(copy)).toEqual(settings(course));
  // biome-ignore lint/suspicious/noExplicitAny: parts of archives
  const chapters: any[] = course.manifest.chapters;
  const chapterOf = ({ title, is_published, requires_previous_chapter, sequential_lessons }: (typeof chapters)[number], lost: Lost) =>
    lost.rest({ title, is_published, requires_previous_chapter, sequential_lessons });
  expect(copy.manifest.chapters.map((chapter: object, index: number) => chapterOf(chapter, lostOf(chapters[index]?.id)))).toEqual(
    chapters.map((chapter) => chapterOf(chapter, lostOf(chapter.id))),
  );
  const lessons = course.lessons.filter(({ id }) => !lostOf(id).isSkipped);
  const places = lessons.map((lesson) => course.lessons.indexOf(lesson));
  expectTopics(topics, places, (place) => lostOf(course.lessons[place].id).topics);
  const none = new Lost([]);
  // Questions of the copy are numbered anew, and those that are left out are not among them.
  const inCopy = (lesson: (typeof lessons)[number] | undefined) => {
    const kept = (lesson?.content?.questions ?? []).filter(({ id }: { id: string }) => !lostOf(lesson.id, id).isSkipped);
    return (_id: string, index: number) => lostOf(lesson.id, kept[index]?.id);
  };
  expect(copy.lessons).toHaveLength(lessons.length);
  for (const [index, lesson] of lessons.entries()) {
    const made = copy.lessons[index];
    const places = new Map<string, number>((made.content?.questions ?? []).map(({ id }: { id: string }, place: number) => [id, place]));
    const lost = lostOf(lesson.id);
    expect(after.lesson(made, lost, (id) => inCopy(lesson)(id, places.get(id) ?? -1) ?? none)).toEqual(
      before.lesson(lesson, lost, (id) => lostOf(lesson.id, id)),
    );
  }
  const kept = before.files.filter(({ id }) => !lostOf(id).isSkipped);
  const byBytes = (first: { bytes: string }, second: { bytes: string }) => (first.bytes < second.bytes ? -1 : 1);
  const lostOfBytes = new Map(kept.map((file) => [before.file(file, none).bytes, lostOf(file.id)]));
  expect(after.files.map((file) => after.file(file, lostOfBytes.get(after.file(file, none).bytes) ?? none)).toSorted(byBytes)).toEqual(
    kept.map((file) => before.file(file, lostOf(file.id))).toSorted(byBytes),
  );
}
