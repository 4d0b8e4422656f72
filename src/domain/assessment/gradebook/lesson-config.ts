import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults, NotFoundError } from '../../kernel/errors.ts';
import type { FollowUp } from '../../kernel/events/publish-event.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type LessonOverride, readOverrides, replaceOverrides } from '../../learning/access/overrides.ts';
import { type GradedLesson, readGradedLessons } from '../../learning/grading/facts.ts';
import { previewRegrade, type Regrade, type RegradeProgress, readRegradeProgress, startRegrade } from '../../learning/grading/regrade.ts';
import { type LessonKey, writePolicy } from '../../learning/policies/policy.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { compare, hundredths, sum } from '../grading/fraction.ts';
import { DEFAULT_CONFIG, readConfigs } from './columns.ts';
import { postGrades } from './posting.ts';
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
 * @throws ValidationError
 */
export async function replaceLessonConfig(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  { courseId, lessonId }: GradedLessonPath,
  { posted, posted_for, overrides, regrade, dry_run, ...config }: Write,
): Promise<Config> {
  requireIds(courseId, lessonId);
  const { organisationId } = caller;
  const book = { organisationId, courseId };
  const current = await getLessonConfig({ db }, caller, { courseId, lessonId });
  await check(db, book, current, { ...config, overrides, posted, posted_for });
  const regrade_preview = regrade.length > 0 ? await preview(db, { organisationId, lessonId }, regrade) : null;
  if (dry_run) return { ...current, regrade_preview };
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    await lockConfig(trx, book, lessonId);
    const before = await readConfig(trx, book, lessonId);
    const { rubric, ...columns } = config;
    await trx
      .updateTable('gradebook_lessons')
      .set({ ...columns, rubric: json(rubric) })
      .where('organisation_id', '=', organisationId)
      .where('lesson_id', '=', lessonId)
      .execute();
    await writePolicy(trx, { organisationId, lessonId }, { posting: config.posting, isAnonymous: false });
    await replaceOverrides(trx, { organisationId, lessonId }, overrides as LessonOverride[]);
    if (posted !== null) await postGrades(trx, book, lessonId, { isPosted: posted, enrollmentIds: posted_for, now: timeOf(clock) });
    if (regrade.length > 0) await startRegrade(trx, { organisationId, lessonId }, regrade, timeOf(clock), [recomputing(book)]);
    await rulesChanged(trx, book);
    const after = await readConfig(trx, book, lessonId);
    await recordChange(trx, caller, {
      action: 'gradebook.lesson_updated',
      objectId: lessonId,
      before,
      after: { ...after, ...(posted === null ? {} : { posted, posted_for }), ...(regrade.length > 0 ? { regrade } : {}) },
    });
    return { ...after, regrade_preview };
  });
}

const MOST_KEPT = 1000;

async function preview(db: Executor, lesson: LessonKey, regrade: readonly Regrade[]): Promise<Config['regrade_preview']> {
  const { kept, ...counts } = await previewRegrade(db, lesson, regrade);
  return { ...counts, kept: kept.slice(0, MOST_KEPT) };
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
  const [lessons, configs, overrides, progress] = await Promise.all([
    readGradedLessons(db, book),
    readConfigs(db, book),
    readOverrides(db, key),
    readRegradeProgress(db, key),
  ]);
  const lesson = lessons.find(({ id }) => id === lessonId.toLowerCase());
  if (!lesson) throw new NotFoundError();
  return show(lesson, configs.get(lesson.id) ?? DEFAULT_CONFIG, overrides, progress);
}

const show = (lesson: GradedLesson, config: typeof DEFAULT_CONFIG, overrides: Config['overrides'], progress: RegradeProgress | undefined): Config => ({
  lesson_id: lesson.id,
  ...config,
  overrides,
  content_points: Number(lesson.points),
  regrade_progress: progress ?? null,
  regrade_preview: null,
});

async function check(
  trx: Executor,
  book: BookKey,
  { content_points }: Config,
  { points, category_id, overrides, rubric, posted, posted_for }: Pick<Write, 'points' | 'category_id' | 'overrides' | 'rubric' | 'posted' | 'posted_for'>,
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
  if (rubric) checkRubric(faults, rubric, points ?? content_points);
  faults.check();
}

function checkRubric(faults: Faults, { criteria, is_feedback_only }: NonNullable<Write['rubric']>, points: number): void {
  const seen = new Set<string>();
  criteria.forEach(({ id }, index) => {
    if (seen.has(id)) faults.add(`rubric.criteria.${index}.id`, 'duplicate', 'Another criterion has this ID.');
    seen.add(id);
  });
  const total = sum(criteria.map(({ levels }) => hundredths(Math.max(...levels.map((level) => level.points)))));
  if (!is_feedback_only && compare(total, hundredths(points)) !== 0)
    faults.add('rubric', 'points_differ', 'The points of the best levels must add up to those of the lesson, unless the rubric is for feedback only.');
}
