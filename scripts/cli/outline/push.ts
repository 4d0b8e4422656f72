import type { Agent, Schemas } from '../../sdk/index.ts';
import { type CourseFolder, digest, extensionOf, type Fields, fieldsOf, type LessonFile, lessonText, readFolder, write, yaml } from './files.ts';
import { agreed, compare, isSame, type Known, type KnownChapter, keepConflict, type Lock, readLock, writeLock } from './lock.ts';
import { type Remote, readRemote } from './remote.ts';
import { followRenames } from './renamed.ts';

export interface Conflict {
  path: string;
  here: string;
  there: string;
}

export interface PushReport {
  courseId: string;
  made: string[];
  changed: string[];
  deleted: string[];
  moved: string[];
  /** Objects that were not written, because both sides have changed the same field. */
  conflicts: Conflict[];
  /** Objects that were changed or created only in the service, and kept. */
  there: string[];
  /** Objects that are missing in the folder, but still in the service. */
  left: string[];
}

export interface PushOptions {
  /** Whether to delete in the service what is no longer in the folder. */
  remove?: boolean;
  onStep?(done: number, total: number, path: string): void;
}

/**
 * Creates or changes a course to match the folder. Sends only fields that have changed in the folder, and none of an object if the service has changed one of
 * these fields, too.
 * @throws LmsError, Failure
 */
export async function push(lms: Agent, folder: string, options: PushOptions = {}): Promise<PushReport> {
  const local = await readFolder(folder);
  const lock = followRenames(await readLock(folder), local);
  await writeLock(folder, lock);
  const run = new Push(lms, folder, local, lock, options);
  await run.all();
  return run.report;
}

class Push {
  readonly report: PushReport = { courseId: '', made: [], changed: [], deleted: [], moved: [], conflicts: [], there: [], left: [] };
  readonly #total: number;
  #done = 0;
  readonly #lms: Agent;
  readonly #folder: string;
  readonly #local: CourseFolder;
  readonly #lock: Lock;
  readonly #options: PushOptions;

  constructor(lms: Agent, folder: string, local: CourseFolder, lock: Lock, options: PushOptions) {
    this.#lms = lms;
    this.#folder = folder;
    this.#local = local;
    this.#lock = lock;
    this.#options = options;
    this.#total = 1 + local.chapters.reduce((sum, { lessons }) => sum + 1 + lessons.length, 0);
  }

  async all(): Promise<void> {
    const remote = await this.#course();
    for (const chapter of this.#local.chapters) await this.#chapter(chapter, remote);
    await this.#remains(remote);
    const { made, changed, deleted, moved } = this.report;
    if (made.length + changed.length + deleted.length + moved.length === 0) return;
    this.#lock.serial++;
    await this.#save();
  }

  async #course(): Promise<Remote> {
    const { course: here } = this.#local;
    const known = this.#lock.course;
    if (!known) {
      const course = await this.#lms.post('/courses/', { body: here as Schemas['CourseWrite'], headers: this.#key('course', here) });
      this.#lock.course = agreed(course, here, fieldsOf.course(course));
      await this.#made('course.yaml');
      this.report.courseId = course.id;
      return { course, chapters: [] };
    }
    const remote = await readRemote(this.#lms, known.id);
    this.report.courseId = known.id;
    await this.#object('course.yaml', known, here, remote.course, fieldsOf.course, (body) =>
      this.#lms.patch('/courses/{id}/', { params: { path: { id: known.id } }, body: body as Schemas['PatchedCourse'] }),
    );
    return remote;
  }

  async #chapter({ path, fields, lessons }: CourseFolder['chapters'][number], remote: Remote): Promise<void> {
    const { courseId } = this.report;
    const known = this.#lock.chapters[path];
    let there = known && remote.chapters.find(({ chapter }) => chapter.id === known.id);
    if (!known) {
      const position = this.#positionAfter(
        path,
        this.#local.chapters,
        this.#lock.chapters,
        remote.chapters.map(({ chapter }) => chapter.id),
      );
      const chapter = await this.#lms.post('/courses/{course_pk}/chapters/', {
        params: { path: { course_pk: courseId } },
        body: { ...fields, position } as Schemas['ChapterWrite'],
        headers: this.#key(path, fields),
      });
      there = { chapter, lessons: [] };
      remote.chapters.splice(position - 1, 0, there);
      this.#lock.chapters[path] = { ...agreed(chapter, fields, fieldsOf.chapter(chapter)), lessons: {} };
      await this.#made(path);
    } else if (there) {
      await this.#object(path, known, fields, there.chapter, fieldsOf.chapter, (body) =>
        this.#lms.patch('/courses/{course_pk}/chapters/{id}/', {
          params: { path: { course_pk: courseId, id: known.id } },
          body: body as Schemas['PatchedChapter'],
        }),
      );
    }
    const chapter = this.#lock.chapters[path] as KnownChapter;
    if (!there) {
      this.report.conflicts.push({ path, here: yaml(fields), there: '' });
      return;
    }
    const order = there.lessons.map(({ id }) => id);
    for (const lesson of lessons) await this.#lesson(lesson, lessons, chapter, there, order);
    await this.#order(lessons, chapter, order);
  }

  async #lesson(lesson: LessonFile, all: LessonFile[], chapter: KnownChapter, there: Remote['chapters'][number], order: string[]): Promise<void> {
    const { path, fields } = lesson;
    const place = { course_id: this.report.courseId, chapter_id: chapter.id };
    const known = chapter.lessons[path];
    if (!known) {
      const position = this.#positionAfter(path, all, chapter.lessons, order);
      const made = await this.#lms.post('/courses/{course_pk}/chapters/{chapter_pk}/lessons/', {
        params: { path: { course_pk: place.course_id, chapter_pk: place.chapter_id } },
        body: { ...fields, position } as Schemas['LessonWrite'],
        headers: this.#key(path, fields),
      });
      order.splice(position - 1, 0, made.id);
      chapter.lessons[path] = await this.#rewritten(lesson, made, known);
      return this.#made(path);
    }
    const summary = there.lessons.find(({ id }) => id === known.id);
    if (!summary) {
      this.report.conflicts.push({ path, here: lessonText(fields), there: '' });
      return this.#step(path);
    }
    const changedHere = Object.entries(fields).some(([name, value]) => digest(value) !== known.here[name]);
    if (!changedHere && summary.updated_at === known.updated_at) return this.#step(path);
    let sent: Fields = {};
    let differences = compare(known, fields, fields);
    const now = await this.#lms.updateLesson({ ...place, id: known.id }, (current) => {
      differences = compare(known, fields, fieldsOf.lesson(current));
      sent = picked(fields, differences.both.length ? [] : differences.here);
      if ('content_type' in sent) sent.content = fields.content ?? null;
      return Object.keys(sent).length ? sent : null;
    });
    if (differences.both.length) {
      this.report.conflicts.push({ path, here: lessonText(fields), there: lessonText(fieldsOf.lesson(now)) });
      keepConflict(known, fieldsOf.lesson(now), differences.both);
      await this.#save();
      return this.#step(path);
    }
    if (differences.there.length) {
      // What others changed stays different from the known state, so that a pull finds it.
      const next = agreed(now, fields, fieldsOf.lesson(now));
      for (const name of differences.there) restore(next, known, name);
      chapter.lessons[path] = { ...next, updated_at: known.updated_at };
      this.report.there.push(path);
    } else chapter.lessons[path] = await this.#rewritten(lesson, now, known);
    if (Object.keys(sent).length) this.report.changed.push(path);
    await this.#save();
    this.#step(path);
  }

  /** Writes what the service has added to a JSON lesson, such as the ids of questions, which the next change must keep. */
  async #rewritten({ path, fields }: LessonFile, lesson: Schemas['Lesson'], known: Known | undefined): Promise<Known> {
    const there = fieldsOf.lesson(lesson);
    const isNew = !known || digest(there.content) !== known.there.content;
    if (!isNew || !path.endsWith('.json') || extensionOf(there) !== '.json' || digest(fields.content) === digest(there.content))
      return agreed(lesson, fields, there);
    const here = { ...fields, content: there.content };
    await write(this.#folder, path, lessonText(here));
    return agreed(lesson, here, there);
  }

  /** Moves lessons whose order has changed in the folder. */
  async #order(lessons: LessonFile[], chapter: KnownChapter, order: string[]): Promise<void> {
    const known = Object.keys(chapter.lessons);
    const wanted = lessons.map(({ path }) => path).filter((path) => known.includes(path) && order.includes(chapter.lessons[path]?.id ?? ''));
    const isOrdered = wanted.every((path, index) => index === 0 || known.indexOf(wanted[index - 1] as string) < known.indexOf(path));
    if (isOrdered) return;
    let previous = -1;
    for (const path of wanted) {
      const lesson = chapter.lessons[path] as Known;
      const at = order.indexOf(lesson.id);
      if (at < previous) {
        const place = { course_id: this.report.courseId, chapter_id: chapter.id, id: lesson.id };
        await this.#lms.updateLesson(place, () => ({ position: previous + 1 }));
        order.splice(at, 1);
        order.splice(previous, 0, lesson.id);
        this.report.moved.push(path);
      } else previous = at;
    }
    chapter.lessons = Object.fromEntries([...wanted, ...known.filter((path) => !wanted.includes(path))].map((path) => [path, chapter.lessons[path] as Known]));
    await this.#save();
  }

  async #object<T extends { id: string; updated_at: string }>(
    path: string,
    known: Known,
    here: Fields,
    current: T,
    shown: (object: T) => Fields,
    patch: (body: Fields) => Promise<T>,
  ): Promise<void> {
    const differences = compare(known, here, shown(current));
    if (differences.both.length) {
      this.report.conflicts.push({ path, here: yaml(here), there: yaml(shown(current)) });
      keepConflict(known, shown(current), differences.both);
      await this.#save();
    } else if (!isSame(differences)) {
      if (differences.there.length) this.report.there.push(path);
      if (differences.here.length) {
        const next = agreed(current, here, shown(await patch(picked(here, differences.here))));
        for (const name of differences.there) restore(next, known, name);
        Object.assign(known, next);
        this.report.changed.push(path);
        await this.#save();
      }
    }
    this.#step(path);
  }

  /** Deletes what is no longer in the folder and has not changed in the service, if the options ask for it. */
  async #remains(remote: Remote): Promise<void> {
    const { courseId } = this.report;
    const known = new Set([...Object.values(this.#lock.chapters).flatMap(({ id, lessons }) => [id, ...Object.values(lessons).map((lesson) => lesson.id)])]);
    for (const [path, chapter] of Object.entries(this.#lock.chapters)) {
      const there = remote.chapters.find((each) => each.chapter.id === chapter.id);
      const here = this.#local.chapters.find((each) => each.path === path);
      const files = new Set(here?.lessons.map((lesson) => lesson.path));
      for (const [name, lesson] of Object.entries(chapter.lessons)) {
        if (files.has(name)) continue;
        const summary = there?.lessons.find(({ id }) => id === lesson.id);
        if (summary && !(this.#options.remove && summary.updated_at === lesson.updated_at)) {
          this.report.left.push(name);
          continue;
        }
        if (summary) {
          await this.#lms.delete('/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/', {
            params: { path: { course_pk: courseId, chapter_pk: chapter.id, id: lesson.id } },
          });
          this.report.deleted.push(name);
        }
        delete chapter.lessons[name];
        await this.#save();
      }
      this.report.there.push(...(there?.lessons ?? []).filter(({ id }) => !known.has(id)).map(({ title }) => `${path}/ “${title}”`));
      if (here) continue;
      const isEmpty = Object.keys(chapter.lessons).length === 0 && (there?.lessons ?? []).every(({ id }) => known.has(id));
      if (there && !(this.#options.remove && isEmpty)) {
        this.report.left.push(path);
        continue;
      }
      if (there) {
        await this.#lms.delete('/courses/{course_pk}/chapters/{id}/', { params: { path: { course_pk: courseId, id: chapter.id } } });
        this.report.deleted.push(path);
      }
      delete this.#lock.chapters[path];
      await this.#save();
    }
    this.report.there.push(...remote.chapters.filter(({ chapter }) => !known.has(chapter.id)).map(({ chapter }) => `“${chapter.title}”`));
  }

  /** Returns the position after the nearest object before this one that the service has. */
  #positionAfter(path: string, siblings: { path: string }[], known: Record<string, Known>, order: string[]): number {
    const before = siblings
      .slice(
        0,
        siblings.findIndex((each) => each.path === path),
      )
      .reverse();
    const at = before.map((each) => order.indexOf(known[each.path]?.id ?? '')).find((index) => index >= 0);
    return (at ?? -1) + 2;
  }

  #key(path: string, fields: Fields): { 'Idempotency-Key': string } {
    return { 'Idempotency-Key': `${this.#lock.nonce}/${this.#lock.serial}/${digest([path, fields])}` };
  }

  async #made(path: string): Promise<void> {
    this.report.made.push(path);
    await this.#save();
    this.#step(path);
  }

  #step(path: string): void {
    this.#options.onStep?.(++this.#done, this.#total, path);
  }

  #save(): Promise<void> {
    return writeLock(this.#folder, this.#lock);
  }
}

const picked = (fields: Fields, names: string[]): Fields => Object.fromEntries(names.map((name) => [name, fields[name]]));

function restore(next: Known, known: Known, name: string): void {
  for (const side of ['here', 'there'] as const) {
    const before = known[side][name];
    if (before === undefined) delete next[side][name];
    else next[side][name] = before;
  }
}
