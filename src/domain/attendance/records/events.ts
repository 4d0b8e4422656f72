import { sql } from 'kysely';
import { jsonObject, jsonTime } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import { eventPublisher, type Fact } from '../../kernel/events/publish-event.ts';
import { person } from '../../kernel/person.ts';
import { eventCourse } from '../../studio/courses/events.ts';
import type { CourseKey } from '../meetings/settings.ts';

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    attendance_warning: true;
    learner_attendance_warning: true;
  }
}

const LEARNER = { enrollment_id: sql`enrollments.id`, course: eventCourse, user: person };
const joins = sql`join courses on courses.organisation_id = enrollments.organisation_id and courses.id = enrollments.course_id
  join users on users.id = enrollments.user_id`;

export const publishEvent = eventPublisher({
  'attendance.marked': ({ organisationId, courseId, revision, userId }: CourseKey & { revision: number; userId: string }): Fact<'attendance.marked'> => ({
    userId,
    data: {
      ...LEARNER,
      meeting: jsonObject<Shape<'EventMeeting'>>({
        id: sql`m.id`,
        slot_id: sql`m.slot_id`,
        date: sql`m.date`,
        starts_at: jsonTime(sql`m.starts_at`),
        ends_at: jsonTime(sql`m.ends_at`),
      }),
      status: sql`change.status`,
      method: sql`change.method`,
      arrived_at: jsonTime(sql`change.arrived_at`),
      has_conflict: sql`change.has_conflict`,
    },
    from: sql`from attendance_changes change
      join attendance_meetings m on m.organisation_id = change.organisation_id and m.id = change.meeting_id
      join enrollments on enrollments.organisation_id = change.organisation_id and enrollments.id = change.enrollment_id ${joins}
      where change.organisation_id = ${organisationId} and change.course_id = ${courseId} and change.revision = ${revision}`,
  }),
  'attendance.rates_updated': ({ organisationId, courseId, learners }: CourseKey & { learners: number }): Fact<'attendance.rates_updated'> => ({
    userId: null,
    data: { course: eventCourse, learners: sql`${learners}::int` },
    from: sql`from courses where courses.organisation_id = ${organisationId} and courses.id = ${courseId}`,
  }),
  'attendance.warning': ({
    organisationId,
    enrollmentId,
    userId,
  }: {
    organisationId: string;
    enrollmentId: string;
    userId: string;
  }): Fact<'attendance.warning'> => ({
    userId,
    data: { ...LEARNER, percent: sql`w.percent`, below_percent: sql`w.below_percent`, warned_at: jsonTime(sql`w.warned_at`) },
    from: sql`from attendance_warnings w
      join enrollments on enrollments.organisation_id = w.organisation_id and enrollments.id = w.enrollment_id ${joins}
      where w.organisation_id = ${organisationId} and w.enrollment_id = ${enrollmentId}`,
  }),
});
