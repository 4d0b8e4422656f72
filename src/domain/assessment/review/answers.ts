import { type RawBuilder, sql } from 'kysely';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults, unless } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { BELOW_LEAST } from '../../learning/grading/points.ts';
import { isReachable } from '../../learning/quizzes/score.ts';
import { amendGrade } from '../gradebook/amend-grade.ts';
import { writeGrade } from '../gradebook/write-grade.ts';
import { type ReviewedLesson, type ReviewPath, requireReviewed } from './lesson.ts';

/** Greatest number of answers that one request grades. */
const MOST_GRADED = 50;

/**
 * Selects the answers to a question in all finished attempts at a quiz. Equal answers to the same text for the same points have the same `group_id`; texts that
 * differ only in white space are equal. `id` is how staff know the learner.
 */
export function selectAnswers({ organisationId, lessonId, lesson }: ReviewedLesson, questionId: string): RawBuilder<unknown> {
  const aliases = sql`join gradebook_aliases alias on alias.organisation_id = a.organisation_id and alias.lesson_id = a.lesson_id
    and alias.enrollment_id = a.enrollment_id`;
  const text = sql`regexp_replace(btrim(coalesce(answered.answer ->> 'text', ''), E' \\t\\r\\n'), '\\s+', ' ', 'g')`;
  const others = sql.join(['choice_ids', 'is_true', 'number', 'pairs'].map((name) => sql`coalesce(answered.answer ->> ${sql.lit(name)}, '')`));
  return sql`select ${lesson.isAnonymous ? sql`alias.id` : sql`a.enrollment_id`} as id, a.enrollment_id, a.number as work_number,
      (asked.question ->> 'points')::float8 as most, asked.question, a.quiz - 'questions' as quiz, answered.answer, (a.given_points ->> ${questionId})::float8 as given_points,
      (scored.result ->> 'points')::float8 as points,
      md5(jsonb_build_array(asked.question -> 'type', asked.question -> 'prompt', asked.question -> 'points', ${text}, ${others})::text) as group_id
    from quiz_attempts a
    join enrollments e on e.organisation_id = a.organisation_id and e.id = a.enrollment_id and e.source <> 'preview'
    ${lesson.isAnonymous ? aliases : sql``}
    cross join lateral (select q as question from jsonb_array_elements(a.quiz -> 'questions') q where q ->> 'id' = ${questionId} limit 1) asked
    left join lateral (select one as answer from jsonb_array_elements(a.answers) one where one ->> 'question_id' = ${questionId} limit 1) answered on true
    left join lateral (select one as result from jsonb_array_elements(a.results) one where one ->> 'question_id' = ${questionId} limit 1) scored on true
    where a.organisation_id = ${organisationId} and a.lesson_id = ${lessonId} and a.submitted_at is not null`;
}

interface Gradable {
  id: string;
  enrollment_id: string;
  work_number: number;
  most: number;
  question: Shape<'QuizQuestion'>;
  /** The quiz without its questions. */
  quiz: Shape<'QuizContent'>;
  total: number;
  is_gradable: boolean;
}

/**
 * Gives the same points for equal answers to a question, each by the rules for a single grade. Points that a person has given stay unless they are to be
 * replaced; decisions of people about a whole quiz, and what they write in the meantime, stay as well.
 * @throws NotFoundError when the gradebook has no such lesson
 * @throws ValidationError for points above those of the question, or below what a wrong or an empty answer costs
 */
export async function gradeAnswers(
  tools: Pick<Tools, 'db' | 'clock' | 'storage'>,
  caller: Caller,
  path: ReviewPath,
  { question_id, group_id, points, replaces, save_as }: Shape<'AnswersGradeWrite'>,
): Promise<Shape<'AnswersGraded'>> {
  const { db } = tools;
  const lesson = await requireReviewed(db, caller.organisationId, path);
  const group = await readGroup(db, lesson, { question_id, group_id, points, replaces });
  checkPoints(group, points);
  const answers = group.filter(({ is_gradable }) => is_gradable);
  let graded = 0;
  const count = (isWritten: boolean) => {
    if (isWritten) graded++;
  };
  const given = { question_id, points, replaces, save_as };
  for (const answer of answers) {
    await unless('stale_grade', unless('not_found', unless('validation_error', gradeAnswer(tools, caller, lesson, answer, given).then(count))));
  }
  return { graded, skipped: answers.length - graded, remaining: (answers[0]?.total ?? 0) - answers.length };
}

/** Gives points for an answer, unless somebody has given others since that must stay. @returns whether they were given */
function gradeAnswer(
  tools: Pick<Tools, 'db' | 'clock' | 'storage'>,
  caller: Caller,
  { courseId, lessonId }: ReviewedLesson,
  { id, enrollment_id, work_number }: Gradable,
  { question_id, points, replaces, save_as }: Omit<Shape<'AnswersGradeWrite'>, 'group_id'>,
): Promise<boolean> {
  const { organisationId } = caller;
  return inTransaction(tools.db, async (trx) => {
    const { rows } = await sql`select from quiz_attempts where organisation_id = ${organisationId} and enrollment_id = ${enrollment_id}
      and lesson_id = ${lessonId} and number = ${work_number} and (${replaces} or not given_points ? ${question_id}) for no key update`.execute(trx);
    if (rows.length === 0) return false;
    const amendment = { work_number, save_as, question_points: [{ question_id, points }] };
    const grade = await amendGrade(trx, { organisationId, enrollmentId: enrollment_id, lessonId }, amendment);
    if (grade) await writeGrade({ ...tools, db: trx }, caller, { courseId, lessonId, enrollmentId: id }, grade);
    return grade !== null;
  });
}

/** Returns the answers of a group that can be graded now, or one that cannot if there are none. */
async function readGroup(
  db: Executor,
  lesson: ReviewedLesson,
  { question_id, group_id, points, replaces }: Omit<Shape<'AnswersGradeWrite'>, 'save_as'>,
): Promise<Gradable[]> {
  const isOpen = replaces ? sql`answers.given_points is distinct from ${points}::float8` : sql`answers.given_points is null`;
  const { rows } =
    await sql<Gradable>`select id, enrollment_id, work_number, most, question, quiz, is_gradable, (count(*) filter (where is_gradable) over ())::int as total
    from (select answers.*, ${isOpen} and not exists (select from gradebook_grades g where g.organisation_id = ${lesson.organisationId}
        and g.enrollment_id = answers.enrollment_id and g.lesson_id = ${lesson.lessonId} and (g.is_excused or g.score is not null)) as is_gradable
      from (${selectAnswers(lesson, question_id)}) answers where answers.group_id = ${group_id}) found
    order by is_gradable desc, id, work_number limit ${MOST_GRADED}`.execute(db);
  return rows;
}

function checkPoints([answer]: readonly Gradable[], points: number): void {
  const faults = new Faults();
  if (answer && points > answer.most) faults.add('points', 'above_points', `The question is worth at most ${answer.most} points.`);
  if (answer && !isReachable(answer.quiz, answer.question, points)) faults.add('points', 'out_of_range', BELOW_LEAST);
  faults.check();
}
