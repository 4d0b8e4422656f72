import { sql } from 'kysely';
import type { Executor } from '../../platform/database/connect.ts';
import type { Shape } from '../contract.ts';
import { ValidationError } from '../errors.ts';

type Content = Shape<'LessonContent'>;

/** Whether a lesson of the organisation shows it. Lock it first: a lesson that begins to holds it. */
export async function isNamed(trx: Executor, organisationId: string, member: 'media_id' | 'document_id', id: string): Promise<boolean> {
  const lesson = await trx
    .selectFrom('lessons')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where(sql`content ->> ${sql.lit(member)}`, '=', id.toLowerCase())
    .limit(1)
    .executeTakeFirst();
  return lesson !== undefined;
}

/** The stored file that a content names, by the member that does; its id in the spelling that is kept. */
export function namedFile(content: Content): { member: 'media_id' | 'document_id'; id: string } | null {
  if (content === null) return null;
  if ('media_id' in content) return { member: 'media_id', id: content.media_id };
  return 'document_id' in content ? { member: 'document_id', id: content.document_id } : null;
}

/**
 * A hosted video is media of the course that plays, and a stored document a document of it with a file. What the lesson showed before needs no proof. Held until
 * the transaction ends, so that it is not deleted meanwhile.
 * @throws ValidationError
 */
export async function requireNamedFile(trx: Executor, organisationId: string, courseId: string, content: Content, before: Content = null): Promise<void> {
  const named = namedFile(content);
  if (!named || named.id === namedFile(before)?.id) return;
  const { member, id } = named;
  const found =
    member === 'media_id'
      ? await ofCourse(trx, 'media', organisationId, courseId, id).where(sql`kind`, '<>', 'image').executeTakeFirst()
      : await ofCourse(trx, 'documents', organisationId, courseId, id).where('object_id', 'is not', null).executeTakeFirst();
  if (!found) throw new ValidationError([{ field: `content.${member}`, code: 'unknown', message: 'The course has none.' }]);
}

const ofCourse = (trx: Executor, table: 'media' | 'documents', organisationId: string, courseId: string, id: string) =>
  trx
    .selectFrom(table as 'documents')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '=', id)
    .forKeyShare();
