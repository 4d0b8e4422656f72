import { sql } from 'kysely';
import { jsonTime } from '../../../platform/database/json.ts';
import { eventPublisher, type Fact } from '../../kernel/events/publish-event.ts';
import { eventCourse } from '../../studio/courses/events.ts';
import type { CourseKey } from '../archive/read-course.ts';

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    course_exported: true;
  }
}

export const publishEvent = eventPublisher({
  'course.exported': ({ organisationId, courseId }: CourseKey): Fact<'course.exported'> => ({
    userId: null,
    data: { course: eventCourse, size_bytes: sql`exports.size_bytes`, expires_at: jsonTime(sql`exports.expires_at`) },
    from: sql`from course_exports exports
      join courses on courses.organisation_id = exports.organisation_id and courses.id = exports.course_id
      where exports.organisation_id = ${organisationId} and exports.course_id = ${courseId}`,
  }),
});
