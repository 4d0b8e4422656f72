import { sql } from 'kysely';
import { areOfEnrollmentsOf, ofOwnEnrollments, type PersonalData } from '../../kernel/personal-data.ts';
import { isRegraded } from './contested.ts';

const areLeft = (userIds: readonly string[]) => sql`${areOfEnrollmentsOf(userIds)} and answers_erased_at is null`;
const contested = isRegraded('quiz_attempts');

/** Erasure removes the texts of answers. Choices, numbers and points stay: they identify nobody, and the points of the course are made of them. */
export const quizData: readonly PersonalData[] = [
  {
    tables: ['quiz_attempts'],
    exported: {
      name: 'quiz-attempts',
      about: 'Your answers to quizzes and their posted scores.',
      // Learners must not learn their score before the result is posted.
      rows: (userId) => sql`select organisation_id, id, enrollment_id, lesson_id, number, answers, started_at, submitted_at, was_due_at as due_at, posted_at,
        case when posted_at is not null then score_points::float8 end as score_points, max_points::float8 as max_points, case when posted_at is not null then is_passed end as is_passed,
        case when posted_at is not null then given_points end as given_points
        from quiz_attempts ${ofOwnEnrollments(userId)}`,
      pagedBy: ['organisation_id', 'id'],
    },
    erase: (userIds) => sql`update quiz_attempts set answers_erased_at = now(), answers = (
        select coalesce(jsonb_agg(answer || '{"text": null}' order by place), '[]') from jsonb_array_elements(answers) with ordinality given (answer, place))
      where ${areLeft(userIds)} and not ${contested}`,
    waits: (userIds) => sql`select exists (select from quiz_attempts where ${areLeft(userIds)} and ${contested}) as waits`,
  },
];
