import { sql } from 'kysely';
import { jsonObject } from '../../../platform/database/json.ts';
import type { Shape } from '../../kernel/contract.ts';
import { type EventArguments, eventPublisher, type Fact } from '../../kernel/events/publish-event.ts';

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    course_published: true;
  }
}

export interface CourseKey {
  organisationId: string;
  courseId: string;
}

/** A change of a course. */
export interface CourseChange extends CourseKey {
  /** Whether the first or the last day of the course, or the schedule of its lessons, may have moved. Grades depend on it too. */
  movesSchedule: boolean;
  /** Whether a published course has become private, or is no longer private. Plans for all courses include only those that are not private. */
  movesPrivacy: boolean;
}

/** A course as events contain it. For statements that read `courses`. */
export const eventCourse = jsonObject<Shape<'EventCourse'>>({
  id: sql`courses.id`,
  title: sql`courses.title`,
  slug: sql`courses.slug`,
  status: sql`courses.status`,
});

/** Describes the course as it is now. */
const courseFact = ({ organisationId, courseId }: CourseKey): Fact<'course.created'> => ({
  userId: null,
  data: { course: eventCourse },
  from: sql`from courses where organisation_id = ${organisationId} and id = ${courseId}`,
});

export const publishEvent = eventPublisher({
  'course.created': courseFact,
  'course.published': courseFact,
  'course.unpublished': courseFact,
  'course.updated': (change: CourseChange) => courseFact(change) as unknown as Fact<'course.updated'>,
  'course.deleted': courseFact,
});

type Arguments = EventArguments<typeof publishEvent>;

/** An event of a course, with its arguments. */
export type CourseEvent = { [Type in keyof Arguments]: { type: Type; args: Arguments[Type] } }[keyof Arguments];
