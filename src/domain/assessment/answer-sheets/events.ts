import { type RawBuilder, sql } from 'kysely';
import { jsonObject, jsonTime } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import { eventPublisher, type Fact } from '../../kernel/events/publish-event.ts';
import { person } from '../../kernel/person.ts';
import { lessonAnonymity } from '../../learning/policies/policy.ts';
import { eventCourse } from '../../studio/courses/events.ts';

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    scan_needs_review: true;
  }
}

/** Identifies a scan and the enrollment of its learner, if that is known. */
export interface ScanEventKey {
  organisationId: string;
  scanId: string;
  enrollmentId: string | null;
}

/** The value, or null while nobody may learn whose work this is. */
const unlessAnonymous = (value: RawBuilder<unknown>) => sql`case when enrollments.id is not null and not ${lessonAnonymity} then ${value} end`;

const scanFact = ({ organisationId, scanId }: ScanEventKey): Fact<'scan.graded'> => ({
  userId: null,
  data: {
    scan_id: sql`scans.id`,
    sheet_id: sql`scans.sheet_id`,
    page: sql`scans.page`,
    status: sql`scans.status`,
    reason: sql`scans.reason`,
    course: eventCourse,
    lesson: jsonObject<Shape<'EventLesson'>>({
      id: sql`lessons.id`,
      chapter_id: sql`lessons.chapter_id`,
      title: sql`lessons.title`,
      content_type: sql`lessons.content_type`,
    }),
    enrollment_id: unlessAnonymous(sql`enrollments.id`) as RawBuilder<string | null>,
    user: unlessAnonymous(person) as RawBuilder<Shape<'Person'> | null>,
    finished_at: jsonTime(sql`scans.finished_at`),
  },
  from: sql`from answer_sheet_scans scans
    join answer_sheets sheets on sheets.organisation_id = scans.organisation_id and sheets.id = scans.sheet_id
    join answer_sheet_prints prints on prints.organisation_id = sheets.organisation_id and prints.id = sheets.print_id
    join courses on courses.organisation_id = prints.organisation_id and courses.id = prints.course_id
    join lessons on lessons.organisation_id = prints.organisation_id and lessons.id = prints.lesson_id
    left join lesson_policies on lesson_policies.organisation_id = lessons.organisation_id and lesson_policies.lesson_id = lessons.id
    left join enrollments on enrollments.organisation_id = sheets.organisation_id and enrollments.id = sheets.enrollment_id
    left join users on users.id = enrollments.user_id
    where scans.organisation_id = ${organisationId} and scans.id = ${scanId}`,
});

export const publishEvent = eventPublisher({
  'scan.graded': scanFact,
  'scan.needs_review': (scan: ScanEventKey) => scanFact(scan) as unknown as Fact<'scan.needs_review'>,
});
