import { type RawBuilder, sql } from 'kysely';
import { lessonAnonymity } from '../policies/policy.ts';

/**
 * Whether staff must not learn whose file it is: it was uploaded to be submitted, in a course with a lesson that is graded anonymously now. For
 * statements that read `storage_objects`.
 */
export const isAnonymousFile: RawBuilder<boolean> = sql`(storage_objects.purpose = 'submission' and exists (select from lessons
  join lesson_policies on lesson_policies.organisation_id = lessons.organisation_id and lesson_policies.lesson_id = lessons.id
  where lessons.organisation_id = storage_objects.organisation_id and lessons.course_id = storage_objects.course_id and ${lessonAnonymity}))`;
