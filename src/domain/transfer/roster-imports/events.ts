import { sql } from 'kysely';
import { jsonTime } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import { eventPublisher, type Fact } from '../../kernel/events/publish-event.ts';
import { eventCourse } from '../../studio/courses/events.ts';

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    roster_imported: true;
    learner_without_cohort: true;
  }
}

interface RosterKey {
  organisationId: string;
  courseId: string;
  importId: string;
}

export const publishEvent = eventPublisher({
  'roster.imported': ({ organisationId, importId }: RosterKey): Fact<'roster.imported'> => ({
    userId: null,
    data: {
      import_id: sql`imports.id`,
      course: eventCourse,
      status: sql<Shape<'RosterStatus'>>`imports.status`,
      counts: sql`imports.counts`,
      finished_at: jsonTime(sql`imports.finished_at`),
    },
    from: sql`from roster_imports imports
      join courses on courses.organisation_id = imports.organisation_id and courses.id = imports.course_id
      where imports.organisation_id = ${organisationId} and imports.id = ${importId}`,
  }),
});
