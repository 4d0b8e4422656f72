import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { sql } from 'kysely';
import { type Database, type Executor, inSnapshot } from '../../../platform/database/connect.ts';
import { DEFAULT_CONFIG, readConfigs } from '../../assessment/gradebook/columns.ts';
import { readSettings as readGradebook } from '../../assessment/gradebook/rules.ts';
import { readCourse as readAttendance } from '../../attendance/meetings/settings.ts';
import { readSettings as readCertificates } from '../../certificates/settings/settings.ts';
import { readRefundPolicy } from '../../commerce/refunds/policy.ts';
import { readRules as readDiscussions } from '../../community/discussions/settings.ts';
import { readStaffTopics, type StaffTopic } from '../../community/discussions/staff-topics.ts';
import type { Shape } from '../../kernel/contract.ts';
import { liveChapters } from '../../studio/chapters/columns.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { readTeacher } from '../../studio/landing/teacher.ts';
import { liveLessons } from '../../studio/lessons/columns.ts';
import { IdMap } from './numbered-ids.ts';

export interface CourseKey {
  organisationId: string;
  courseId: string;
}

/** A file of an archive, and where it is stored. */
export interface ArchivedFile {
  path: string;
  key: string;
  size: number;
}

/** A course as an archive holds it. */
export interface CourseContents {
  /** The text of `course.json`. */
  manifest: string;
  /** The text of `lessons.jsonl`, in parts. */
  lessons(): AsyncIterable<Buffer>;
  files: readonly ArchivedFile[];
  /** Topics that staff opened in the discussions. The archive does not contain them. Lessons have the IDs that they have in the texts. */
  topics: readonly StaffTopic[];
  /** The IDs of the objects, by their IDs in the texts. */
  ids: ReadonlyMap<string, string>;
}

const compress = promisify(gzip);
const uncompress = promisify(gunzip);

/** Reads a course in one snapshot, so that its parts are consistent. Returns undefined if it was deleted. */
export async function readCourse(db: Database, key: CourseKey): Promise<CourseContents | undefined> {
  return inSnapshot(db, async (trx) => {
    const course = await selectCourse(trx, key);
    if (!course) return undefined;
    const ids = new IdMap();
    ids.number('course', [{ id: key.courseId }]);
    const chapters = await selectChapters(trx, key);
    ids.number('chapter', chapters);
    ids.number('lesson', await selectLessonIds(trx, key));
    const { updated_at: _gradebook, ...gradebook } = await readGradebook(trx, key);
    ids.number('category', gradebook.categories);
    const files: ArchivedFile[] = [];
    const archived = ({ storage_key, file_name, content_type, size_bytes, ...rest }: StoredRow) => {
      if (storage_key === null) return { ...rest, file: null };
      const path = `files/${ids.replace(rest.id)}`;
      files.push({ path, key: storage_key, size: Number(size_bytes) });
      return { ...rest, file: { path, file_name, content_type, size_bytes: Number(size_bytes) } };
    };
    const stored = {
      media: await selectMedia(trx, key),
      documents: await selectDocuments(trx, key),
      hero_images: await selectHeroImages(trx, key),
      packages: await selectPackages(trx, key),
    };
    ids.number('media', stored.media);
    ids.number('document', stored.documents);
    ids.number('hero_image', stored.hero_images);
    ids.number('package', stored.packages);
    const { updated_at: _certificates, ...certificates } = await readCertificates(trx, key);
    const teacher = await readTeacher(trx, key.organisationId, key.courseId);
    const manifest = {
      format: 'course_archive',
      version: 1,
      course,
      chapters,
      media: stored.media.map(archived),
      documents: stored.documents.map(archived),
      hero_images: stored.hero_images.map(archived),
      packages: stored.packages.map(archived),
      gradebook,
      discussions: await readDiscussions(trx, key.organisationId, key.courseId),
      certificates,
      attendance: (await readAttendance(trx, key)).rules,
      refund_policy: await readRefundPolicy(trx, key.organisationId, key.courseId),
      ...(teacher.name !== null && { teacher }),
    };
    const lessons = await readLessons(trx, key, ids);
    const topics = await readStaffTopics(trx, key);
    return {
      manifest: `${ids.replace(JSON.stringify(manifest, null, 2))}\n`,
      async *lessons() {
        for (const part of lessons) yield await uncompress(part);
      },
      files,
      topics: topics.map(({ lesson_id, ...topic }) => ({ ...topic, lesson_id: lesson_id && ids.replace(lesson_id) })),
      ids: ids.reversed(),
    };
  });
}

async function selectCourse(trx: Executor, { organisationId, courseId }: CourseKey) {
  const row = await liveCourses(trx, organisationId)
    .where('courses.id', '=', courseId)
    .select(['title', 'description', 'thumbnail_url', 'level', 'grade_level', 'language', 'category_id as category', 'estimated_duration_minutes'])
    .select(['sales_page_blocks', 'landing_title', 'meta_title', 'meta_description', 'og_image_url', 'timezone', 'length_mode', 'duration_days'])
    .select(['start_date', 'end_date', 'schedule_basis', 'completion_rules', 'price_amount', 'price_currency'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { price_amount: amount, price_currency: currency, ...course } = row;
  return { ...course, price: currency === null ? null : { amount, currency } };
}

const selectChapters = (trx: Executor, { organisationId, courseId }: CourseKey) =>
  liveChapters(trx, organisationId, courseId)
    .select(['chapters.id', 'chapters.title', 'chapters.is_published', 'requires_previous_chapter', 'sequential_lessons'])
    .orderBy('chapters.position')
    .execute();

const selectLessonIds = (trx: Executor, { organisationId, courseId }: CourseKey): Promise<{ id: string }[]> =>
  liveLessons(trx, organisationId, courseId).select('lessons.id').orderBy('chapters.position').orderBy('lessons.position').execute();

interface StoredRow {
  id: string;
  storage_key: string | null;
  file_name: string | null;
  content_type: string | null;
  size_bytes: number | null;
}

const FILE_COLUMNS = ['storage_key', 'file_name', 'content_type', 'size_bytes'] as const;

const selectOf = (trx: Executor, table: 'media' | 'documents' | 'hero_images' | 'packages', { organisationId, courseId }: CourseKey) =>
  trx
    .selectFrom(table as 'documents')
    .leftJoin('storage_objects', (join) =>
      join.onRef('storage_objects.organisation_id', '=', `${table as 'documents'}.organisation_id`).onRef('storage_objects.id', '=', 'object_id'),
    )
    .where(`${table as 'documents'}.organisation_id`, '=', organisationId)
    .where(`${table as 'documents'}.course_id`, '=', courseId)
    .select([`${table as 'documents'}.id`, ...FILE_COLUMNS])
    .orderBy(`${table as 'documents'}.id`);

const selectMedia = (trx: Executor, key: CourseKey) =>
  selectOf(trx, 'media', key)
    .select(['media.title', 'media.kind'] as never)
    .$castTo<StoredRow & { title: string; kind: string }>()
    .execute();

const selectDocuments = (trx: Executor, key: CourseKey) =>
  selectOf(trx, 'documents', key).select(['documents.title', 'documents.url']).$castTo<StoredRow & { title: string; url: string | null }>().execute();

const selectHeroImages = (trx: Executor, key: CourseKey) =>
  selectOf(trx, 'hero_images', key)
    .select(['width', 'height', 'source', 'is_selected'] as never)
    .$castTo<StoredRow & { width: number; height: number; source: string; is_selected: boolean }>()
    .execute();

/** Selects the packages that lessons show. */
const selectPackages = (trx: Executor, key: CourseKey) =>
  selectOf(trx, 'packages', key)
    .where(sql<boolean>`exists (select from lessons l where l.organisation_id = packages.organisation_id and l.package_id = packages.id)`)
    .select(['packages.title', 'packages.standard'] as never)
    .select([
      sql`(select json_agg(jsonb_build_object('item', key) || value order by key) from jsonb_each(packages.items))`.as('items'),
      sql`(select json_agg(json_build_object('path', f.path, 'size_bytes', f.size_bytes) order by f.first_byte, f.size_bytes, f.path)
        from package_files f where f.organisation_id = packages.organisation_id and f.package_id = packages.id)`.as('entries'),
    ])
    .$castTo<StoredRow & { title: string; standard: string; items: object[]; entries: object[] }>()
    .execute();

const PAGE_ROWS = 100;

/** Reads the lessons in the order of the outline, one JSON object per line. They are kept compressed, because a course can have very many. */
async function readLessons(trx: Executor, key: CourseKey, ids: IdMap): Promise<Buffer[]> {
  const configs = await readConfigs(trx, key);
  const parts: Buffer[] = [];
  for (let after = { chapter: 0, lesson: 0 }; ; ) {
    const rows = await selectLessons(trx, key, after);
    const lines = rows.map(({ chapter: _chapter, lesson: _lesson, is_graded, anonymous_grading, ...lesson }) => {
      const grading = is_graded ? { ...(configs.get(lesson.id) ?? DEFAULT_CONFIG), anonymous_grading } : null;
      return `${JSON.stringify({ ...lesson, grading } satisfies Shape<'CourseArchiveLesson'>)}\n`;
    });
    if (lines.length > 0) parts.push(await compress(ids.replace(lines.join(''))));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_ROWS) return parts;
    after = last;
  }
}

type LessonRow = Omit<Shape<'CourseArchiveLesson'>, 'grading'> & { chapter: number; lesson: number; is_graded: boolean; anonymous_grading: boolean };

const selectLessons = (trx: Executor, { organisationId, courseId }: CourseKey, after: { chapter: number; lesson: number }): Promise<LessonRow[]> =>
  liveLessons(trx, organisationId, courseId)
    .leftJoin('lesson_policies', (join) =>
      join.onRef('lesson_policies.organisation_id', '=', 'lessons.organisation_id').onRef('lesson_policies.lesson_id', '=', 'lessons.id'),
    )
    .where(sql<boolean>`(chapters.position, lessons.position) > (${after.chapter}::int, ${after.lesson}::int)`)
    .select(['lessons.id', 'lessons.chapter_id', 'lessons.title', 'lessons.is_published', 'lessons.content_type', 'lessons.content', 'is_free_preview'])
    .select(['opens_day_offset', 'opens_time', 'closes_day_offset', 'closes_time', 'view_window_minutes'])
    .select(['chapters.position as chapter', 'lessons.position as lesson', sql<boolean>`lessons.points is not null`.as('is_graded')])
    .select(sql<boolean>`coalesce(lesson_policies.is_anonymous, false)`.as('anonymous_grading'))
    .orderBy('chapters.position')
    .orderBy('lessons.position')
    .limit(PAGE_ROWS)
    .$castTo<LessonRow>()
    .execute();
