import { type RawBuilder, sql } from 'kysely';
import { jsonObject, jsonTime } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import { eventPublisher, type Fact } from '../../kernel/events/publish-event.ts';
import { person } from '../../kernel/person.ts';
import { lessonAnonymity } from '../../learning/policies/policy.ts';
import { eventCourse } from '../../studio/courses/events.ts';

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    grade_posted: true;
  }
}

/** Identifies a grade. */
export interface GradeKey {
  organisationId: string;
  userId: string;
  enrollmentId: string;
  lessonId: string;
}

/** Whether the learner sees the grade: one that a person gave once it is posted, and the result of a quiz depending on its attempts. */
const IS_POSTED = sql<boolean>`case when grades.score is not null or grades.is_excused then grades.posted_at is not null
  else coalesce((results.cell ->> 'is_posted')::boolean, false) end`;

/** The value, or null while staff must not learn whose work it is. */
const unlessAnonymous = <T>(value: RawBuilder<T>): RawBuilder<T | null> => sql`case when not ${lessonAnonymity} then ${value} end`;

const GRADE = {
  enrollment_id: unlessAnonymous(sql`enrollments.id`),
  course: eventCourse,
  user: unlessAnonymous(person),
  lesson: jsonObject<Shape<'EventLesson'>>({
    id: sql`lessons.id`,
    chapter_id: sql`lessons.chapter_id`,
    title: sql`lessons.title`,
    content_type: sql`lessons.content_type`,
  }),
  score: unlessAnonymous(sql`(results.cell ->> 'score')::float8`),
  points: sql`trim_scale(coalesce(config.points, lessons.points, 0))`,
  is_excused: sql`coalesce(grades.is_excused, false)`,
  is_posted: sql`${IS_POSTED}`,
  graded_at: jsonTime(sql`grades.graded_at`),
};

/** The data export of a learner never contains an event from before their grade was posted. */
const WITHHELD = { id: sql`null::uuid`, isWithheld: sql<boolean>`not ${IS_POSTED}` };

/** Selects the grade of a learner in a lesson, as it was computed last. Previews are not reported to anyone. */
const fromGrade = ({ organisationId, enrollmentId, lessonId }: GradeKey) => sql`from enrollments
  join courses on courses.organisation_id = enrollments.organisation_id and courses.id = enrollments.course_id
  join users on users.id = enrollments.user_id
  join lessons on lessons.organisation_id = courses.organisation_id and lessons.course_id = courses.id
  left join lesson_policies on lesson_policies.organisation_id = lessons.organisation_id and lesson_policies.lesson_id = lessons.id
  left join gradebook_grades grades on grades.organisation_id = enrollments.organisation_id and grades.enrollment_id = enrollments.id
    and grades.lesson_id = lessons.id
  left join gradebook_lessons config on config.organisation_id = lessons.organisation_id and config.lesson_id = lessons.id
  left join lateral (select cell from gradebook_results r, jsonb_array_elements(r.cells) cell where r.organisation_id = enrollments.organisation_id
    and r.enrollment_id = enrollments.id and cell ->> 'lesson_id' = lessons.id::text) results on true
  where enrollments.organisation_id = ${organisationId} and enrollments.id = ${enrollmentId} and lessons.id = ${lessonId}
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
