import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';

/** A topic that staff opened, in the form that an export needs. */
export interface StaffTopic {
  lesson_id: string | null;
  title: string;
  /** Whether it is a discussion for everybody that is neither pinned nor locked and has no files. */
  is_plain: boolean;
  format: 'markdown' | 'html';
  /** MD5 of its text. */
  digest: string;
}

/** Returns the topics of a course that staff opened and that are not hidden or deleted, except announcements, oldest first. */
export const readStaffTopics = async (
  db: Executor,
  { organisationId, courseId }: { organisationId: string; courseId: string },
): Promise<readonly StaffTopic[]> =>
  db
    .selectFrom('discussion_topics as t')
    .innerJoin('discussion_posts as p', (join) => join.onRef('p.organisation_id', '=', 't.organisation_id').onRef('p.id', '=', 't.id'))
    .where('t.organisation_id', '=', organisationId)
    .where('t.course_id', '=', courseId)
    .where('t.kind', '<>', 'announcement')
    .where('p.is_staff', '=', true)
    .where('p.state', '=', 'visible')
    .select(['t.lesson_id', 't.title', 'p.format'])
    .select([
      sql<boolean>`t.kind = 'discussion' and not t.is_divided and not t.is_pinned and t.locked_at is null
        and not exists (select from discussion_files f where f.organisation_id = p.organisation_id and f.post_id = p.id)`.as('is_plain'),
      sql<string>`md5(p.body)`.as('digest'),
    ])
    .orderBy('t.created_at')
    .orderBy('t.id')
    .$castTo<StaffTopic>()
    .execute();
