import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError } from '../../kernel/errors.ts';
import type { FollowUp } from '../../kernel/events/publish-event.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type LessonOverride, readOverrides, replaceOverrides } from '../../learning/access/overrides.ts';
import { readGradedLessons } from '../../learning/grading/facts.ts';
import { previewRegrade, type Regrade, readRegradeProgress, startRegrade } from '../../learning/grading/regrade.ts';
import { hasAnonymousGrading, type LessonKey, writePolicy } from '../../learning/policies/policy.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { compare, hundredths } from '../grading/fraction.ts';
import { checkCriteria, pointsOfRubric } from '../rubrics/criteria.ts';
import { namesIn, readAliases } from './aliases.ts';
import { announceChange } from './announce-grades.ts';
import { inParts } from './audit-parts.ts';
import { DEFAULT_CONFIG, readConfigs } from './columns.ts';
import { postGrades } from './posting.ts';
import { isRubricUsed, type Rescored, recomputeRatings } from './ratings.ts';
import { type BookKey, readSettings } from './rules.ts';
import { rulesChanged } from './store-grades.ts';

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
 * Replaces how the gradebook counts a lesson, and has all grades of the course computed again. Can also post or hide the grades that there are, and
 * score questions of a quiz once more. A dry run only tells what that changes.
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
  await check(db, book, current, { ...config, overrides, posted, posted_for, rubric_change, anonymous_grading });
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
    if (posted !== null) await postGrades(trx, book, lessonId, { isPosted: posted, enrollmentIds: posted_for, now: timeOf(clock) });
    if (regrade.length > 0) await startRegrade(trx, lesson, regrade, timeOf(clock), [recomputing(book)]);
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
      },
    });
    return { ...after, regrade_preview };
  });
}

const MOST_KEPT = 1000;

/** Points that a person gave are listed by alias if the lesson is graded anonymously. */
async function preview(db: Executor, lesson: LessonKey, regrade: readonly Regrade[], isAnonymous: boolean): Promise<Config['regrade_preview']> {
  const { kept, ...counts } = await previewRegrade(db, lesson, regrade);
  const aliases = isAnonymous ? await readAliases(db, lesson.organisationId, [lesson.lessonId.toLowerCase()]) : undefined;
  const listed = kept.slice(0, MOST_KEPT).flatMap(({ enrollment_id, ...same }) => {
    const named = aliases ? aliases.get(`${lesson.lessonId.toLowerCase()} ${enrollment_id}`) : enrollment_id;
    return named === undefined ? [] : [{ ...same, enrollment_id: named }];
  });
  return { ...counts, kept: listed };
}

/**
 * Anonymity can begin while nothing is posted, and end while nothing is graded or once everything is posted: nobody can look who it was by switching it.
 * @throws DomainError anonymity_locked
 */
async function requireSwitchable(trx: Executor, { organisationId, lessonId }: LessonKey, { anonymous_grading, is_anonymous }: Config): Promise<void> {
  if (anonymous_grading && !is_anonymous) return;
  const isPosted = sql`posted_at is ${anonymous_grading ? sql`null` : sql`not null`}`;
  const ofLesson = sql`organisation_id = ${organisationId} and lesson_id = ${lessonId} and ${isPosted}`;
  const { rows } = await sql`select from gradebook_grades where ${ofLesson} and (score is not null or is_excused)
    union all select from quiz_attempts where ${ofLesson} and submitted_at is not null
    union all select from submissions where ${ofLesson} and posted_at is not null limit 1`.execute(trx);
  if (rows.length === 0) return;
  const reason = anonymous_grading ? 'Work is graded and not posted yet. Post the grades first.' : 'Grades are posted. Hide them first.';
  throw new DomainError('anonymity_locked', `Anonymous grading cannot be switched now. ${reason}`);
}

/**
 * Decides about the grades that were given by a rubric when it changes.
 * @returns the grades that were computed again
 * @throws DomainError rubric_in_use without a choice
 */
async function changeRubric(
  trx: Executor,
  book: BookKey,
  before: Config,
  { rubric, choice }: { rubric: Config['rubric']; choice: Write['rubric_change'] },
): Promise<Rescored[]> {
  const { lesson_id: lessonId, is_anonymous } = before;
  const lesson = { organisationId: book.organisationId, lessonId };
  if (isDeepStrictEqual(before.rubric, rubric) || !(await isRubricUsed(trx, lesson))) return [];
  if (choice === null)
    throw new DomainError('rubric_in_use', 'Work was rated by the rubric. Say in `rubric_change` whether its grades are kept or computed again.');
  if (choice === 'keep' || !rubric) return [];
  const { changeId, grades } = await recomputeRatings(trx, lesson, rubric);
  await announceChange(trx, book, { changeId, postedAt: null, isUpdate: true });
  const enrollmentIds = grades.map(({ enrollment_id }) => enrollment_id);
  const nameOf = await namesIn(trx, book, { lessonIds: is_anonymous ? [lessonId] : [], enrollmentIds });
  return grades.map(({ enrollment_id, ...same }) => ({ ...same, enrollment_id: nameOf(lessonId, enrollment_id) }));
}

/** Computes the grades of a course when the attempts have their new scores. */
const recomputing = ({ organisationId, courseId }: BookKey): FollowUp => ({
  job: 'recompute_gradebook',
  payload: { organisation_id: organisationId, course_id: courseId },
});

/** Changes of the same lesson run one after the other. @throws NotFoundError */
async function lockConfig(trx: Executor, { organisationId, courseId }: BookKey, lessonId: string): Promise<void> {
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
  };
}

type Checked = 'points' | 'category_id' | 'posting' | 'anonymous_grading' | 'overrides' | 'rubric' | 'rubric_change' | 'posted' | 'posted_for';

async function check(
  trx: Executor,
  book: BookKey,
  { content_points, is_anonymous }: Config,
  { points, category_id, posting, anonymous_grading, overrides, rubric, rubric_change, posted, posted_for }: Pick<Write, Checked>,
): Promise<void> {
  const faults = new Faults();
  if (category_id !== null) {
    const { categories } = await readSettings(trx, book);
    if (!categories.some(({ id }) => id === category_id.toLowerCase())) faults.add('category_id', 'unknown', 'The gradebook has no such category.');
  }
  overrides.forEach(({ cohort_id, enrollment_id }, index) => {
    if ((cohort_id === null) === (enrollment_id === null)) faults.add(`overrides.${index}`, 'one_target', 'Name either a cohort or an enrollment.');
  });
  if (posted_for !== null && posted === null) faults.add('posted_for', 'not_allowed', 'Allowed only together with `posted`.');
  if (posted_for !== null && is_anonymous) faults.add('posted_for', 'anonymous', 'A lesson that is graded anonymously is posted for everybody at once.');
  if (anonymous_grading && posting === 'automatic') faults.add('posting', 'anonymous', 'A lesson that is graded anonymously is posted by hand.');
  if (rubric_change === 'recompute' && (!rubric || rubric.is_feedback_only))
    faults.add('rubric_change', 'not_allowed', 'Grades can be computed again only by a rubric that gives points.');
  if (rubric) checkRubric(faults, rubric, points ?? content_points);
  faults.check();
}

function checkRubric(faults: Faults, { criteria, is_feedback_only }: NonNullable<Write['rubric']>, points: number): void {
  checkCriteria(criteria, 'rubric.criteria', faults);
  if (!is_feedback_only && compare(pointsOfRubric({ criteria }), hundredths(points)) !== 0)
    faults.add('rubric', 'points_differ', 'The points of the best levels must add up to those of the lesson, unless the rubric is for feedback only.');
}
