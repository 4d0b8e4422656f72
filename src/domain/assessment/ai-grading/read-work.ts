import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { isWaiting } from './works.ts';

/** A work that a job has begun to judge. */
export interface ClaimedItem {
  id: string;
  enrollment_id: string;
  work_id: string;
  is_calibration: boolean;
}

export interface StoredFile {
  key: string | null;
  contentType: string;
  size: number;
}

interface AnyWork {
  language: string;
  /** The learner's names and contact details, which must not be sent. */
  names: string[];
  /** Identifies what the suggestion is based on besides the work; the suggestion is stale once this changes. */
  basis: string;
  /** Whether the work waits for a grade. */
  isOpen: boolean;
}

export interface SubmittedWork extends AnyWork {
  kind: 'assignment';
  organisationId: string;
  submissionId: string;
  task: { instructions: string; sample_solution: string | null };
  rubric: Shape<'LessonRubric'>;
  text: string | null;
  url: string | null;
  files: StoredFile[];
}

export interface AttemptWork extends AnyWork {
  kind: 'quiz';
  quiz: Shape<'QuizContent'>;
  answers: Shape<'GivenAnswer'>[];
  given: Record<string, number>;
}

/** Hash of the rubric, on which a suggestion for an assignment depends besides the work. For statements that read `config`. */
export const rubricBasis = sql<string>`md5(coalesce(config.rubric::text, ''))`;

const namesOf = sql<string[]>`array(select name from unnest(array[users.name, users.email, users.phone]) known (name) where length(name) > 2)`;

/** Returns the work of an item with everything needed to judge it, or null if it is gone or no longer has a rubric. */
export async function readWork(
  db: Executor,
  { organisationId, lessonId }: { organisationId: string; lessonId: string },
  item: ClaimedItem,
): Promise<SubmittedWork | AttemptWork | null> {
  const learner = sql`join enrollments e on e.organisation_id = w.organisation_id and e.id = w.enrollment_id join users on users.id = e.user_id
    join courses on courses.organisation_id = e.organisation_id and courses.id = e.course_id`;
  const ofItem = sql`w.organisation_id = ${organisationId} and w.lesson_id = ${lessonId} and w.id = ${item.work_id}`;
  const attempts = await sql<AttemptWork>`select 'quiz' as kind, courses.language, ${namesOf} as names, '' as basis, w.needs_grading as "isOpen",
      w.quiz, w.answers, w.given_points as given
    from quiz_attempts w ${learner} where ${ofItem} and w.submitted_at is not null`.execute(db);
  if (attempts.rows[0]) return attempts.rows[0];
  const submissions =
    await sql<SubmittedWork>`select 'assignment' as kind, w.organisation_id as "organisationId", w.id as "submissionId", courses.language, ${namesOf} as names, ${rubricBasis} as basis,
      ${isWaiting(sql`w.number`)} as "isOpen",
      json_build_object('instructions', lessons.content ->> 'instructions', 'sample_solution', lessons.content ->> 'sample_solution') as task,
      config.rubric, w.body as text, w.url,
      (select coalesce(json_agg(json_build_object('key', o.storage_key, 'contentType', o.content_type, 'size', o.size_bytes) order by f.position), '[]')
        from submission_files f join storage_objects o on o.organisation_id = f.organisation_id and o.id = f.object_id
        where f.organisation_id = w.organisation_id and f.submission_id = w.id) as files
    from submissions w ${learner}
    join lessons on lessons.organisation_id = w.organisation_id and lessons.id = w.lesson_id and lessons.content_type = 'assignment'
    join gradebook_lessons config on config.organisation_id = w.organisation_id and config.lesson_id = w.lesson_id and config.rubric is not null
    left join gradebook_grades g on g.organisation_id = w.organisation_id and g.enrollment_id = w.enrollment_id and g.lesson_id = w.lesson_id
    where ${ofItem} and not exists (select from submissions later where later.organisation_id = w.organisation_id
      and later.enrollment_id = w.enrollment_id and later.lesson_id = w.lesson_id and later.number > w.number)`.execute(db);
  return submissions.rows[0] ?? null;
}
