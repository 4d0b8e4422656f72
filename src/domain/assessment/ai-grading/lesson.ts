import { sql } from 'kysely';
import type { AiModel } from '../../../platform/ai/ai-model.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { NEEDED_KAPPA } from './agreement.ts';
import { ACTIVE } from './columns.ts';
import { CALIBRATION_ITEMS, selectWorks } from './works.ts';

export interface GradedLessonPath {
  courseId: string;
  lessonId: string;
}

interface LessonFacts {
  contentType: 'quiz' | 'assignment';
  rubric: Shape<'LessonRubric'> | null;
  hasEssays: boolean;
}

/** @throws NotFoundError when the course has no such quiz or assignment */
export async function readLesson(db: Executor, organisationId: string, { courseId, lessonId }: GradedLessonPath): Promise<LessonFacts> {
  return db
    .selectFrom('lessons')
    .leftJoin('gradebook_lessons as config', (join) =>
      join.onRef('config.organisation_id', '=', 'lessons.organisation_id').onRef('config.lesson_id', '=', 'lessons.id'),
    )
    .select(['lessons.content_type as contentType', 'config.rubric'])
    .select(sql<boolean>`coalesce(lessons.content @? '$.questions[*] ? (@.type == "essay")', false)`.as('hasEssays'))
    .where('lessons.organisation_id', '=', organisationId)
    .where('lessons.course_id', '=', courseId)
    .where('lessons.id', '=', lessonId)
    .where('lessons.points', 'is not', null)
    .$castTo<LessonFacts>()
    .executeTakeFirstOrThrow(() => new NotFoundError());
}

/** Returns why a model cannot grade the work of a lesson, or null if it can. */
export function obstacleOf({ contentType, rubric, hasEssays }: LessonFacts): Shape<'AiConfig'>['obstacle'] {
  if (contentType === 'quiz') return hasEssays ? null : 'no_essay_questions';
  if (!rubric) return 'no_rubric';
  return rubric.is_feedback_only ? 'feedback_only' : null;
}

/** Returns the model as clients see it. */
export const shownModel = (ai: AiModel | null): Pick<Shape<'AiConfig'>, 'is_configured' | 'model'> => ({ is_configured: ai !== null, model: ai?.name ?? null });

/** Tells whether a lesson can be graded with a model, and how much work there is.
 * @throws NotFoundError when the course has no such quiz or assignment */
export async function getAiConfig({ db, ai }: Pick<Tools, 'db' | 'ai'>, { organisationId }: Caller, path: GradedLessonPath): Promise<Shape<'AiConfig'>> {
  requireIds(path.courseId, path.lessonId);
  await requireCourse(db, organisationId, path.courseId);
  const lesson = await readLesson(db, organisationId, path);
  const { rows } = await sql<{ waiting: number; graded: number; active: string | null }>`select
    count(*) filter (where is_open)::int as waiting, count(*) filter (where is_graded)::int as graded,
    (select id from ai_grading_jobs where organisation_id = ${organisationId} and lesson_id = ${path.lessonId} and status = any(${[...ACTIVE]}::text[])) as active
    from (${selectWorks(organisationId, path.lessonId, lesson.contentType)}) works`.execute(db);
  const { waiting = 0, graded = 0, active = null } = rows[0] ?? {};
  const prices = ai?.prices ?? null;
  return {
    lesson_id: path.lessonId.toLowerCase(),
    ...shownModel(ai),
    prices: prices && { currency: prices.currency, input_per_million: prices.input, output_per_million: prices.output },
    obstacle: obstacleOf(lesson),
    waiting_works: waiting,
    graded_works: graded,
    active_job_id: active,
    calibration_items: CALIBRATION_ITEMS,
    needed_kappa: NEEDED_KAPPA,
  };
}
