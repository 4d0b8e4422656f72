import { type RawBuilder, sql } from 'kysely';
import { CHARACTERS_PER_TOKEN, TOKENS_PER_PICTURE } from '../../../platform/ai/ai-model.ts';

/** Number of works graded by people that a job judges first, for comparison. */
export const CALIBRATION_ITEMS = 20;

/**
 * Whether a submission waits for a grade. For statements that read its grade as `g`.
 * @param number the number of the submission
 */
export const isWaiting = (number: RawBuilder<number>): RawBuilder<boolean> =>
  sql`not coalesce(g.is_excused or (g.score is not null and coalesce(g.work_number, ${number}) >= ${number}), false)`;

/** The size of a file in characters. A document whose pages have not been counted yet counts as one page. */
const sizeOfFile = sql`case when o.content_type like 'text/%' then o.size_bytes
  else coalesce(r.page_count, 1) * ${sql.lit(TOKENS_PER_PICTURE * CHARACTERS_PER_TOKEN)} end`;

/**
 * Selects the work in a lesson: the latest submission of each learner, or every finished attempt with essays. `is_open` means that it waits for a grade,
 * `is_graded` that a person graded it. `size` is in characters; a picture counts as the characters that make up its tokens.
 */
export function selectWorks(organisationId: string, lessonId: string, contentType: 'quiz' | 'assignment'): RawBuilder<unknown> {
  const learners = sql`join enrollments e on e.organisation_id = w.organisation_id and e.id = w.enrollment_id and e.source <> 'preview'`;
  const ofLesson = sql`w.organisation_id = ${organisationId} and w.lesson_id = ${lessonId}`;
  if (contentType === 'quiz')
    return sql`select w.enrollment_id, w.id as work_id, w.number as work_number, w.needs_grading as is_open, length(w.answers::text) as size,
        not w.needs_grading and exists (select from jsonb_array_elements(w.quiz -> 'questions') q
          where q ->> 'type' = 'essay' and w.given_points ? (q ->> 'id')) as is_graded
      from quiz_attempts w ${learners} where ${ofLesson} and w.submitted_at is not null`;
  return sql`select distinct on (w.enrollment_id) w.enrollment_id, w.id as work_id, w.number as work_number,
      ${isWaiting(sql`w.number`)} as is_open,
      coalesce(length(w.body), 0) + coalesce((select sum(${sizeOfFile}) from submission_files f
        join storage_objects o on o.organisation_id = f.organisation_id and o.id = f.object_id
        left join review_renderings r on r.organisation_id = f.organisation_id and r.submission_id = f.submission_id and r.file_number = f.position + 1
        where f.organisation_id = w.organisation_id and f.submission_id = w.id), 0) as size,
      coalesce(g.score is not null and not g.is_filled and g.work_number = w.number, false) as is_graded
    from submissions w ${learners}
    left join gradebook_grades g on g.organisation_id = w.organisation_id and g.enrollment_id = w.enrollment_id and g.lesson_id = w.lesson_id
    where ${ofLesson} order by w.enrollment_id, w.number desc`;
}

/** Selects the work that a job judges: the work that waits for a grade, and up to 20 works that people have graded. */
export const selectTargets = (organisationId: string, lessonId: string, contentType: 'quiz' | 'assignment'): RawBuilder<unknown> =>
  sql`with works as (${selectWorks(organisationId, lessonId, contentType)})
    select enrollment_id, work_id, work_number, false as is_calibration, size from works where is_open
    union all (select enrollment_id, work_id, work_number, true, size from works where is_graded order by work_id desc limit ${sql.lit(CALIBRATION_ITEMS)})`;
