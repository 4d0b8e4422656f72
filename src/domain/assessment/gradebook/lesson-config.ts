import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import type { FollowUp } from '../../kernel/events/publish-event.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type LessonOverride, readOverrides, replaceOverrides } from '../../learning/access/overrides.ts';
import { readGradedLessons } from '../../learning/grading/facts.ts';
import { previewRegrade, type Regrade, readRegradeProgress, startRegrade } from '../../learning/grading/regrade.ts';
import { hasAnonymousGrading, type LessonKey, writePolicy } from '../../learning/policies/policy.ts';
import { moveDeadlines } from '../../learning/quizzes/deadlines.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { readAliases } from './aliases.ts';
import { inParts } from './audit-parts.ts';
import { changeRubric } from './change-rubric.ts';
import { checkConfig } from './check-config.ts';
import { DEFAULT_CONFIG, readConfigs } from './columns.ts';
import { postGrades } from './posting.ts';
import type { BookKey } from './rules.ts';
import { rulesChanged } from './store-grades.ts';
import { requireSwitchable } from './switch-anonymity.ts';

type Config = Shape<'LessonGradeConfig'>;
type Write = Shape<'LessonGradeConfigWrite'>;

/** Identifies a lesson in a gradebook. */
export interface GradedLessonPath {
  courseId: string;
  lessonId: string;
}

/** @throws NotFoundError when there is no such quiz or assignment */
export async function getLessonConfig({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, { courseId, lessonId }: GradedLessonPath): Promise<Config> {
  requireIds(courseId, lessonId);
  await requireCourse(db, organisationId, courseId);
  return readConfig(db, { organisationId, courseId }, lessonId);
}

/**
 * Replaces the gradebook's configuration of a lesson, and has all grades of the course computed again. Can also post or hide existing grades, and score
 * questions of a quiz once more. A dry run only reports what would change.
 * @throws NotFoundError when there is no such quiz or assignment
 * @throws DomainError anonymity_locked when anonymous grading is switched at the wrong time, and rubric_in_use when a change of the rubric needs a choice
 * @throws ValidationError
 */
export async function replaceLessonConfig(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  { courseId, lessonId }: GradedLessonPath,
  { posted, posted_for, overrides, regrade, dry_run, rubric_change, anonymous_grading, ...config }: Write,
): Promise<Config> {
  requireIds(courseId, lessonId);
  const { organisationId } = caller;
  const book = { organisationId, courseId };
  const lesson = { organisationId, lessonId };
  const current = await getLessonConfig({ db }, caller, { courseId, lessonId });
  await checkConfig(db, book, current, { ...config, overrides, posted, posted_for, rubric_change, anonymous_grading });
  const regrade_preview = regrade.length > 0 ? await preview(db, lesson, regrade, current.is_anonymous) : null;
  if (dry_run) return { ...current, regrade_preview };
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    await lockConfig(trx, book, lessonId);
    const before = await readConfig(trx, book, lessonId);
    if (before.anonymous_grading !== anonymous_grading) await requireSwitchable(trx, lesson, before);
    const rescored = await changeRubric(trx, book, before, { rubric: config.rubric, choice: rubric_change });
    const { rubric, ...columns } = config;
    await trx
      .updateTable('gradebook_lessons')
      .set({ ...columns, rubric: json(rubric) })
      .where('organisation_id', '=', organisationId)
      .where('lesson_id', '=', lessonId)
      .execute();
    await writePolicy(trx, lesson, { posting: config.posting, isAnonymous: anonymous_grading });
    await replaceOverrides(trx, lesson, overrides as LessonOverride[]);
    const moved_attempts = await moveDeadlines(trx, { ...book, lessonId }, timeOf(clock));
    // A regrade waits for attempts that are being handed in, whose rows posting locks.
    if (regrade.length > 0) await startRegrade(trx, lesson, regrade, timeOf(clock), (id) => [recomputing(book), announcingRegrade(book, lessonId, id)]);
    if (posted !== null) await postGrades(trx, book, lessonId, { isPosted: posted, enrollmentIds: posted_for, now: timeOf(clock) });
    await rulesChanged(trx, book);
    const after = await readConfig(trx, book, lessonId);
    await recordChange(trx, caller, {
      action: 'gradebook.lesson_updated',
      objectId: lessonId,
      before,
      after: {
        ...after,
        ...(posted === null ? {} : { posted, posted_for }),
        ...(regrade.length > 0 ? { regrade } : {}),
        ...(rescored.length > 0 ? inParts('rescored', rescored) : {}),
        ...(moved_attempts.length > 0 ? inParts('moved_attempts', moved_attempts) : {}),
      },
    });
    return { ...after, regrade_preview, moved_attempts: moved_attempts.slice(0, MOST_LISTED) };
  });
}

/**
 * Changes the fields that are sent of the gradebook's configuration of a lesson, as `replaceLessonConfig` does.
 * @throws NotFoundError when there is no such quiz or assignment
 * @throws DomainError anonymity_locked, rubric_in_use
 * @throws ValidationError
 */
export function updateLessonConfig(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  path: GradedLessonPath,
  sent: Shape<'PatchedLessonGradeConfig'>,
): Promise<Config> {
  requireIds(path.courseId, path.lessonId);
  const book = { organisationId: caller.organisationId, courseId: path.courseId };
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, book.organisationId, book.courseId);
    if (!sent.dry_run) await lockConfig(trx, book, path.lessonId);
    const {
      lesson_id: _lesson,
      is_anonymous: _anonymous,
      content_points: _points,
      regrade_progress: _progress,
      regrade_preview: _preview,
      moved_attempts: _moved,
      ...current
    } = await readConfig(trx, book, path.lessonId);
    return replaceLessonConfig({ db: trx, clock }, caller, path, { ...current, ...NOTHING_MORE, ...sent });
  });
}

/** What a request asks for besides the configuration, by default. */
const NOTHING_MORE = { posted: null, posted_for: null, regrade: [], rubric_change: null, dry_run: false } satisfies Partial<Write>;

const MOST_LISTED = 1000;

/** Previews a regrade. Points that a person gave are listed by alias if the lesson is graded anonymously. */
async function preview(db: Executor, lesson: LessonKey, regrade: readonly Regrade[], isAnonymous: boolean): Promise<Config['regrade_preview']> {
  const { kept, ...counts } = await previewRegrade(db, lesson, regrade);
  const aliases = isAnonymous ? await readAliases(db, lesson.organisationId, [lesson.lessonId.toLowerCase()]) : undefined;
  const listed = kept.slice(0, MOST_LISTED).flatMap(({ enrollment_id, ...same }) => {
    const named = aliases ? aliases.get(`${lesson.lessonId.toLowerCase()} ${enrollment_id}`) : enrollment_id;
    return named === undefined ? [] : [{ ...same, enrollment_id: named }];
  });
  return { ...counts, kept: listed };
}

/** Computes the grades of a course once the attempts have their new scores. */
const recomputing = ({ organisationId, courseId }: BookKey): FollowUp => ({
  job: 'recompute_gradebook',
  payload: { organisation_id: organisationId, course_id: courseId },
});

const announcingRegrade = ({ organisationId, courseId }: BookKey, lessonId: string, regradeId: string): FollowUp => ({
  job: 'announce_regrade',
  payload: { organisation_id: organisationId, course_id: courseId, lesson_id: lessonId, regrade_id: regradeId, after: null },
});

/** Locks the configuration, so that changes of the same lesson run one after the other. @throws NotFoundError */
export async function lockConfig(trx: Executor, { organisationId, courseId }: BookKey, lessonId: string): Promise<void> {
  await trx
    .selectFrom('lessons')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '=', lessonId)
    .where('points', 'is not', null)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => new NotFoundError());
  await trx
    .insertInto('gradebook_lessons')
    .values({ organisation_id: organisationId, lesson_id: lessonId, ...DEFAULT_CONFIG, rubric: null })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'lesson_id']).doUpdateSet({ lesson_id: lessonId }))
    .execute();
}

async function readConfig(db: Executor, book: BookKey, lessonId: string): Promise<Config> {
  const key = { organisationId: book.organisationId, lessonId };
  const [lessons, configs, overrides, progress, anonymous_grading] = await Promise.all([
    readGradedLessons(db, book),
    readConfigs(db, book),
    readOverrides(db, key),
    readRegradeProgress(db, key),
    hasAnonymousGrading(db, key),
  ]);
  const lesson = lessons.find(({ id }) => id === lessonId.toLowerCase());
  if (!lesson) throw new NotFoundError();
  return {
    lesson_id: lesson.id,
    ...(configs.get(lesson.id) ?? DEFAULT_CONFIG),
    anonymous_grading,
    is_anonymous: lesson.isAnonymous,
    overrides,
    content_points: Number(lesson.points),
    regrade_progress: progress ?? null,
    regrade_preview: null,
    moved_attempts: [],
  };
}
