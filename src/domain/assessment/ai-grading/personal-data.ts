import { sql } from 'kysely';
import type { PersonalData } from '../../kernel/personal-data.ts';

export const aiGradingData: readonly PersonalData[] = [
  {
    tables: ['ai_grading_items'],
    exported: {
      name: 'ai-judgements',
      about: 'Your submissions for which a language model suggested a grade, once the grade has been posted.',
      rows: (userId) => sql`select i.organisation_id, i.id, i.enrollment_id, j.lesson_id, i.work_number, j.model, i.parts, i.score, i.confidence, i.decision
        from ai_grading_items i
        join ai_grading_jobs j on j.organisation_id = i.organisation_id and j.id = i.job_id
        join enrollments e on e.organisation_id = i.organisation_id and e.id = i.enrollment_id
        where e.user_id = ${userId} and i.status = 'suggested' and (
          exists (select from quiz_attempts a where a.organisation_id = i.organisation_id and a.id = i.work_id and a.posted_at is not null)
          or exists (select from submissions s where s.organisation_id = i.organisation_id and s.id = i.work_id and s.posted_at is not null))`,
      pagedBy: ['organisation_id', 'id'],
    },
    erase: (userIds) => sql`delete from ai_grading_items i using enrollments e
      where e.organisation_id = i.organisation_id and e.id = i.enrollment_id and e.user_id = any(${userIds}::uuid[])`,
  },
  {
    tables: ['ai_grading_exchanges'],
    reason:
      'The prompts contain submissions that are exported separately, without names, and the responses contain the same as the assessments. They are erased with the assessments, or earlier if the operator no longer keeps them.',
  },
];
