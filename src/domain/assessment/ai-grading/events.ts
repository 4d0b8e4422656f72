import { sql } from 'kysely';
import { jsonObject, jsonTime } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import { eventPublisher, type Fact } from '../../kernel/events/publish-event.ts';
import { eventCourse } from '../../studio/courses/events.ts';
import { countsOf } from './columns.ts';

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    ai_grading_finished: true;
  }
}

/** Identifies a job that grades with a model. */
export interface AiJobKey {
  organisationId: string;
  jobId: string;
}

export const publishEvent = eventPublisher({
  'ai_grading.finished': ({ organisationId, jobId }: AiJobKey): Fact<'ai_grading.finished'> => ({
    userId: null,
    data: {
      job_id: sql`jobs.id`,
      course: eventCourse,
      lesson: jsonObject<Shape<'EventLesson'>>({
        id: sql`lessons.id`,
        chapter_id: sql`lessons.chapter_id`,
        title: sql`lessons.title`,
        content_type: sql`lessons.content_type`,
      }),
      status: sql`jobs.status`,
      failure: sql`jobs.failure`,
      items: countsOf,
      finished_at: jsonTime(sql`jobs.finished_at`),
    },
    from: sql`from ai_grading_jobs jobs
      join courses on courses.organisation_id = jobs.organisation_id and courses.id = jobs.course_id
      join lessons on lessons.organisation_id = jobs.organisation_id and lessons.id = jobs.lesson_id
      where jobs.organisation_id = ${organisationId} and jobs.id = ${jobId}`,
  }),
});
