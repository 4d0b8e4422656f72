import { sql } from 'kysely';
import { jsonObject, jsonTime } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import { eventPublisher, type Fact } from '../../kernel/events/publish-event.ts';
import { person } from '../../kernel/person.ts';
import { eventCourse } from '../../studio/courses/events.ts';

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    grade_posted: true;
  }
}

/** Identifies a grade that a person gave. */
export interface GradeKey {
  organisationId: string;
  userId: string;
  enrollmentId: string;
  lessonId: string;
}

const GRADE = {
  enrollment_id: sql`enrollments.id`,
  course: eventCourse,
  user: person,
  lesson: jsonObject<Shape<'EventLesson'>>({
    id: sql`lessons.id`,
    chapter_id: sql`lessons.chapter_id`,
    title: sql`lessons.title`,
    content_type: sql`lessons.content_type`,
  }),
  score: sql`(select (cell ->> 'score')::float8 from jsonb_array_elements(results.cells) cell where cell ->> 'lesson_id' = grades.lesson_id::text)`,
  points: sql`trim_scale(coalesce(config.points, lessons.points, 0))`,
  is_excused: sql`grades.is_excused`,
  is_posted: sql`grades.posted_at is not null`,
  graded_at: jsonTime(sql`grades.graded_at`),
};

/** The data export of a learner never contains an event from before their grade was posted. */
const WITHHELD = { id: sql`null::uuid`, isWithheld: sql<boolean>`grades.posted_at is null` };

/** Selects a grade. Previews are not reported to anyone. */
const fromGrade = ({ organisationId, enrollmentId, lessonId }: GradeKey) => sql`from gradebook_grades grades
  join enrollments on enrollments.organisation_id = grades.organisation_id and enrollments.id = grades.enrollment_id
  join courses on courses.organisation_id = enrollments.organisation_id and courses.id = enrollments.course_id
  join users on users.id = enrollments.user_id
  join lessons on lessons.organisation_id = grades.organisation_id and lessons.id = grades.lesson_id
  left join gradebook_lessons config on config.organisation_id = grades.organisation_id and config.lesson_id = grades.lesson_id
  left join gradebook_results results on results.organisation_id = grades.organisation_id and results.enrollment_id = grades.enrollment_id
  where grades.organisation_id = ${organisationId} and grades.enrollment_id = ${enrollmentId} and grades.lesson_id = ${lessonId}
    and enrollments.source <> 'preview'`;

const gradeFact = (grade: GradeKey): Fact<'grade.updated'> => ({
  userId: grade.userId,
  data: GRADE,
  subject: WITHHELD,
  from: fromGrade(grade),
});

export const publishEvent = eventPublisher({
  'grade.posted': (grade: GradeKey) => gradeFact(grade) as unknown as Fact<'grade.posted'>,
  'grade.updated': gradeFact,
  'submission.graded': (grade: GradeKey): Fact<'submission.graded'> => ({
    userId: grade.userId,
    data: { ...GRADE, number: sql`grades.work_number` },
    subject: WITHHELD,
    from: fromGrade(grade),
  }),
});
