import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { progressPercent } from '../../kernel/percent.ts';
import type { CourseAccess } from './course-access.ts';
import { closingFor, type DueLesson } from './due.ts';
import { type ChapterFacts, chapterLockOf, type LessonFacts, type Lock, lockOf, OPEN, type OwnProgress } from './lock.ts';
import { type EnrollmentState, enrollmentState } from './state.ts';

/** A chapter as the viewer sees it, with its counts and whether it waits for the previous chapter. */
export interface ChapterOutline extends ChapterFacts {
  id: string;
  title: string;
  position: number;
  lesson_count: number;
  completed_lessons: number;
  lock_reason: Shape<'CurriculumChapter'>['lock_reason'];
}

export interface Outline {
  chapters: ChapterOutline[];
  lesson_count: number;
  completed_lessons: number;
  percent: number;
}

/**
 * Returns the chapters of a course in order, with counts from one scan of its lessons. Staff also see what is not published, unless `learnersView`
 * is set.
 */
export async function readOutline(db: Executor, access: CourseAccess, now: string, { learnersView = false } = {}): Promise<Outline> {
  const { organisationId, courseId, course, enrollment } = access;
  const showsAll = access.seesAll && !learnersView;
  const rows = await db
    .selectFrom('chapters')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('lessons')
          .leftJoin('lesson_progress', (join) =>
            join
              .onRef('lesson_progress.organisation_id', '=', 'lessons.organisation_id')
              .onRef('lesson_progress.lesson_id', '=', 'lessons.id')
              .on('lesson_progress.enrollment_id', '=', enrollment?.id ?? null)
              .on('lesson_progress.completed_at', 'is not', null),
          )
          .where('lessons.organisation_id', '=', organisationId)
          .where('lessons.course_id', '=', courseId)
          .$if(!showsAll, (query) => query.where(sql<boolean>`lessons.is_published`))
          .select([
            'lessons.chapter_id',
            sql<number>`count(*)::int`.as('lesson_count'),
            sql<number>`count(lesson_progress.completed_at)::int`.as('completed_lessons'),
          ])
          .groupBy('lessons.chapter_id')
          .as('counted'),
      (join) => join.onRef('counted.chapter_id', '=', 'chapters.id'),
    )
    .where('chapters.organisation_id', '=', organisationId)
    .where('chapters.course_id', '=', courseId)
    .$if(!showsAll, (query) => query.where(sql<boolean>`chapters.is_published`))
    .select(['chapters.id', 'title', 'position', 'is_published', 'requires_previous_chapter'])
    .select([sql<number>`coalesce(lesson_count, 0)`.as('lesson_count'), sql<number>`coalesce(completed_lessons, 0)`.as('completed_lessons')])
    .orderBy('position')
    .execute();
  let before = true;
  const chapters = rows.map(({ requires_previous_chapter, ...row }): ChapterOutline => {
    const facts = { ...row, waits: requires_previous_chapter && !before };
    const isCompleted = row.lesson_count > 0 && row.completed_lessons === row.lesson_count;
    if (row.lesson_count > 0) before = isCompleted;
    return { ...facts, lock_reason: showsAll ? null : chapterLockOf(course, enrollment, facts, isCompleted, now) };
  });
  const sum = (member: 'lesson_count' | 'completed_lessons') => chapters.reduce((total, chapter) => total + chapter[member], 0);
  const [lesson_count, completed_lessons] = [sum('lesson_count'), sum('completed_lessons')];
  const isThrough = lesson_count > 0 && completed_lessons === lesson_count;
  const state = isThrough && enrollment?.state === 'active' ? await stateNow(db, access, now) : enrollment?.state;
  return { chapters, lesson_count, completed_lessons, percent: progressPercent(completed_lessons, lesson_count, state) };
}

/** Rereads the state of an enrollment whose lessons are all completed, because the course may have been completed since the access was read. */
async function stateNow(db: Executor, { organisationId, enrollment }: CourseAccess, now: string): Promise<EnrollmentState | undefined> {
  const row = await db
    .selectFrom('enrollments')
    .select(enrollmentState(now).as('state'))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', enrollment?.id ?? null)
    .executeTakeFirst();
  return row?.state;
}

/** Selects the lessons that the viewer sees, with their chapters. */
export const visibleLessons = (db: Executor, { organisationId, courseId, seesAll }: CourseAccess, { learnersView = false } = {}) =>
  db
    .selectFrom('lessons')
    .innerJoin('chapters', (join) => join.onRef('chapters.organisation_id', '=', 'lessons.organisation_id').onRef('chapters.id', '=', 'lessons.chapter_id'))
    .where('lessons.organisation_id', '=', organisationId)
    .where('lessons.course_id', '=', courseId)
    .where('chapters.organisation_id', '=', organisationId)
    .where('chapters.course_id', '=', courseId)
    .$if(!seesAll || learnersView, (query) => query.where(sql<boolean>`lessons.is_published and chapters.is_published`));

/** Selects the lessons that the viewer sees, with the facts that decide whether they may open them. */
export const selectLessons = (db: Executor, access: CourseAccess, view: { learnersView?: boolean } = {}) =>
  visibleLessons(db, access, view)
    .leftJoin('lesson_progress', (join) =>
      join
        .onRef('lesson_progress.organisation_id', '=', 'lessons.organisation_id')
        .onRef('lesson_progress.lesson_id', '=', 'lessons.id')
        .on('lesson_progress.enrollment_id', '=', access.enrollment?.id ?? null),
    )
    .select([
      'lessons.id',
      'lessons.chapter_id',
      'lessons.title',
      'lessons.position',
      'lessons.is_published',
      'lessons.is_free_preview',
      'lessons.opens_day_offset',
      'lessons.opens_time',
      'lessons.closes_day_offset',
      'lessons.closes_time',
      'lessons.view_window_minutes',
      'lesson_progress.first_opened_at',
      'lesson_progress.completed_at',
    ])
    .select([
      sql<DueLesson['due']>`lessons.due`.as('due'),
      sql<Shape<'Lesson'>['content_type']>`lessons.content_type`.as('content_type'),
      sql<boolean>`chapters.sequential_lessons and exists (select from (select b.id from lessons b where b.organisation_id = lessons.organisation_id
        and b.chapter_id = lessons.chapter_id and b.position < lessons.position and b.is_published order by b.position desc limit 1) before
        where not exists (select from lesson_progress p where p.organisation_id = lessons.organisation_id and p.lesson_id = before.id
          and p.enrollment_id = ${access.enrollment?.id ?? null}::uuid and p.completed_at is not null))`.as('waits'),
    ]);

/** Returns the lock of a lesson in the outline. Nothing is locked for staff. */
export function lessonLock(
  { course, enrollment, seesAll }: CourseAccess,
  { chapters }: Outline,
  lesson: LessonFacts & OwnProgress & { id: string; chapter_id: string },
  now: string,
): Lock {
  const chapter = chapters.find(({ id }) => id === lesson.chapter_id);
  if (seesAll || !chapter) return OPEN;
  const overrides = enrollment?.overrides.filter(({ lesson_id }) => lesson_id === lesson.id) ?? [];
  const closesAt = closingFor(course, enrollment?.dayZero ?? null, lesson, overrides, lesson.first_opened_at);
  return lockOf(course, enrollment, chapter, closesAt === undefined ? lesson : { ...lesson, closesAt }, lesson, now);
}

export const lessonState = ({ first_opened_at, completed_at }: OwnProgress): Shape<'LessonProgress'>['state'] =>
  completed_at !== null ? 'completed' : first_opened_at !== null ? 'in_progress' : 'not_started';
