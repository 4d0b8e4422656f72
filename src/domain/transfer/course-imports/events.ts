import { sql } from 'kysely';
import { eventPublisher, type Fact } from '../../kernel/events/publish-event.ts';
import { eventCourse } from '../../studio/courses/events.ts';

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    course_imported: true;
  }
}

export interface ImportKey {
  organisationId: string;
  importId: string;
}

export const publishEvent = eventPublisher({
  'course.imported': ({ organisationId, importId }: ImportKey): Fact<'course.imported'> => ({
    userId: null,
    data: { import_id: sql`imports.id`, format: sql`imports.format`, course: eventCourse },
    from: sql`from course_imports imports
      join courses on courses.organisation_id = imports.organisation_id and courses.id = imports.course_id
      where imports.organisation_id = ${organisationId} and imports.id = ${importId}`,
  }),
});
